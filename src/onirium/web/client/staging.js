/** Stages great events over the table: a card in the middle, a door that opens, a shuffled deck. */

/**
 * An event to be staged, between two views of the table.
 *
 * @typedef {object} Act
 * @property {"appear" | "show" | "find" | "return" | "shuffle" | "hail" | "proclaim"} kind
 * @property {string} picture of its card
 * @property {string} [text] that is proclaimed
 * @property {string} from selector of the place from which the card comes
 * @property {string} to selector of the place to which it goes
 * @property {string} [zone] zone of the card, whose own flight the act replaces
 * @property {number} [delay] in milliseconds at steady pace
 * @property {{shut: string[], doorway: string, leaf: string}} [door] pictures of a door to be opened
 */

/** All animations of acts have this name, by which they are skipped. */
const ACT = "act";

const FLY_IN = "cubic-bezier(.2,.7,.2,1)";
const FLY_OUT = "cubic-bezier(.6,0,.6,1)";

/** Height of a card in the middle, as a part of the window's. */
const LARGE = 0.44;
const WIDEST = 0.5;
const MIDDLE = 0.46;
const CARD_RATIO = 5 / 7;

/** Time of each act at steady pace, in milliseconds, and the time after which the next one begins. */
const ACTS = {
  appear: { duration: 1500, next: 1500 },
  show: { duration: 1150, next: 640 },
  find: { duration: 1300, next: 2000 },
  return: { duration: 520, next: 300 },
  shuffle: { duration: 520, next: 420 },
  hail: { duration: 900, next: 700 },
  proclaim: { duration: 1900, next: 1500 },
};

/** Where a card in the middle arrives, and where it leaves, as parts of its act. */
const ARRIVES = 0.3;
const LEAVES = 0.7;

const DOOR_MS = 800;
const LIGHT_MS = 200;

/**
 * Returns the time after which the next event may begin, in milliseconds at steady pace.
 *
 * @param {Act} act
 */
export const timeOf = ({ kind }) => ACTS[kind].next;

/**
 * Prepares acts while the table still shows the view before them; the result performs them.
 *
 * @param {Act[]} acts
 * @param {HTMLElement} root
 * @param {number} slowness factor of all times
 */
export function prepare(acts, root, slowness) {
  const starts = acts.map(({ from }) => boxOf(root, from));
  return () => {
    for (const [index, act] of acts.entries()) {
      PERFORMANCES[act.kind](act, root, slowness, starts[index] ?? middleOfWindow());
    }
  };
}

/** Ends all acts at once. */
export function skipActs() {
  for (const one of document.getAnimations()) {
    if (one.id === ACT) one.finish();
  }
}

/** @typedef {(act: Act, root: HTMLElement, slowness: number, start: DOMRect) => void} Performance */

/** @type {Record<Act["kind"], Performance>} */
const PERFORMANCES = {
  appear(act, root, slowness, start) {
    const duration = ACTS.appear.duration * slowness;
    shadow(duration);
    showInMiddle(act, root, start, duration);
    hide(root.querySelector(act.to), duration);
  },
  show(act, root, slowness, start) {
    const duration = ACTS.show.duration * slowness;
    // It lies on the pile until the next card has followed.
    showInMiddle(act, root, start, duration, ACTS.show.next * slowness);
    hide(root.querySelector(act.to), duration);
  },
  find(act, root, slowness, start) {
    const duration = ACTS.find.duration * slowness;
    showInMiddle(act, root, start, duration);
    const gate = root.querySelector(act.to);
    if (gate instanceof HTMLElement && act.door) openDoor(gate, act.door, duration, slowness);
  },
  return(act, root, slowness, start) {
    const end = boxOf(root, act.to);
    if (!end) return;
    const timing = { duration: ACTS.return.duration * slowness, easing: FLY_OUT };
    animate(picture(act.picture, end), { transform: [transform(end, start), "none"] }, timing);
  },
  shuffle(act, root, slowness) {
    const box = boxOf(root, act.to);
    if (!box) return;
    const [duration, delay] = [ACTS.shuffle.duration * slowness, (act.delay ?? 0) * slowness];
    const timing = { duration, delay, easing: "ease-in-out" };
    for (const side of [-1, 1]) {
      const aside = `translate(${side * 62}%, 0) rotate(${side * 7}deg)`;
      const card = picture(act.picture, box);
      animate(card, { transform: ["none", aside, "none", aside, "none"] }, timing);
    }
  },
  hail({ to }, root, slowness) {
    const box = boxOf(root, to);
    if (!box) return;
    const light = place(document.createElement("div"), "hail", box);
    const transform = ["scale(.3)", "scale(1)", "scale(1.15)"];
    animate(light, { transform, opacity: [0, 1, 0] }, { duration: ACTS.hail.duration * slowness });
  },
  proclaim({ picture: sign, text = "", to }, root, slowness) {
    const box = boxOf(root, to);
    if (!box) return;
    const banner = place(document.createElement("p"), "proclaimed", box);
    banner.append(image(sign), text);
    const frames = [
      { opacity: 0, transform: "scale(1.25)", easing: "ease-out" },
      { opacity: 1, transform: "none", offset: 0.16 },
      { opacity: 1, transform: "none", offset: 0.82 },
      { opacity: 0, transform: "scale(.97)" },
    ];
    animate(banner, frames, { duration: ACTS.proclaim.duration * slowness });
  },
};

/**
 * Shows a card in the middle of the window on its way from one place to another.
 *
 * @param {Act} act
 * @param {HTMLElement} root
 * @param {DOMRect} start
 * @param {number} duration
 * @param {number} [stay] time for which it lies at its end
 */
function showInMiddle(act, root, start, duration, stay = 0) {
  const middle = middleOfWindow();
  const end = boxOf(root, act.to) ?? middle;
  const card = picture(act.picture, middle);
  card.classList.add("shown");
  animate(
    card,
    [
      { transform: transform(middle, start), easing: FLY_IN },
      { transform: "none", offset: ARRIVES },
      { transform: "scale(1.03)", offset: LEAVES, easing: FLY_OUT },
      { transform: transform(middle, end) },
    ],
    { duration, endDelay: stay, fill: "forwards" },
  );
}

/**
 * Darkens the table with a breath of red.
 *
 * @param {number} duration
 */
function shadow(duration) {
  const dread = document.createElement("div");
  dread.className = "dread";
  document.documentElement.append(dread);
  animate(dread, { opacity: [0, 1, 0.75, 1, 0], offset: [0, 0.22, 0.45, 0.65, 1] }, { duration });
}

/**
 * Opens a door when its card has arrived: it is shut and dark until then.
 *
 * @param {HTMLElement} gate
 * @param {NonNullable<Act["door"]>} door
 * @param {number} delay
 * @param {number} slowness
 */
function openDoor(gate, door, delay, slowness) {
  const [duration, light] = [DOOR_MS * slowness, LIGHT_MS * slowness];
  gate.style.setProperty("--opens", `${delay}ms`);
  const open = wing(gate, "opening", [door.doorway]);
  for (const side of ["left", "right"]) {
    const leaf = document.createElement("span");
    leaf.className = `leaf ${side}`;
    leaf.append(image(door.leaf));
    open.append(leaf);
    const turn = ["perspective(360px) rotateY(0deg)", "perspective(360px) rotateY(-62deg)"];
    leaf.firstElementChild?.animate(
      { transform: turn },
      { duration, delay, easing: "cubic-bezier(.5,0,.1,1)", fill: "both", id: ACT },
    );
  }
  animate(
    open,
    { opacity: [1, 0] },
    { duration: 2 * light, delay: delay + duration, fill: "both" },
  );
  const shut = wing(gate, "shut", door.shut);
  animate(shut, { opacity: [1, 0] }, { duration: light, delay, fill: "both" });
}

/**
 * Returns a state of a gate, drawn over it.
 *
 * @param {HTMLElement} gate
 * @param {string} name
 * @param {string[]} pictures
 */
function wing(gate, name, pictures) {
  const copy = document.createElement("span");
  copy.className = `gate ${name}`;
  copy.style.setProperty("--t", gate.style.getPropertyValue("--t"));
  copy.append(...pictures.map(image));
  copy.children[1]?.classList.add("badge");
  gate.parentElement?.append(copy);
  return copy;
}

/** @param {string} source */
function image(source) {
  return Object.assign(document.createElement("img"), { alt: "", src: source });
}

/**
 * Returns a picture above the table.
 *
 * @param {string} source
 * @param {DOMRect} box
 */
function picture(source, box) {
  return place(image(source), "ghost", box);
}

/**
 * Places an element above the table.
 *
 * @template {HTMLElement} Element
 * @param {Element} element
 * @param {string} className
 * @param {DOMRect} box
 */
function place(element, className, box) {
  element.className = className;
  const sizes = Object.entries({ left: box.x, top: box.y, width: box.width, height: box.height });
  for (const [name, size] of sizes) element.style.setProperty(name, `${size}px`);
  document.documentElement.append(element);
  return element;
}

/**
 * Animates an element that belongs to an act, and removes it at the end.
 *
 * @param {HTMLElement} element
 * @param {Keyframe[] | PropertyIndexedKeyframes} frames
 * @param {KeyframeAnimationOptions} timing
 */
function animate(element, frames, timing) {
  const animation = element.animate(frames, { ...timing, id: ACT });
  animation.onfinish = animation.oncancel = () => element.remove();
}

/**
 * Hides an element until its picture has arrived.
 *
 * @param {Element | null} element
 * @param {number} duration
 */
function hide(element, duration) {
  element?.animate({ opacity: [0, 0] }, { duration, id: ACT });
}

/** @returns {DOMRect} */
function middleOfWindow() {
  const height = Math.min(innerHeight * LARGE, (innerWidth * WIDEST) / CARD_RATIO);
  const width = height * CARD_RATIO;
  return new DOMRect(
    (innerWidth - width) / 2,
    innerHeight * MIDDLE - height / 2,
    width,
    height,
  );
}

/**
 * @param {HTMLElement} root
 * @param {string} selector
 */
function boxOf(root, selector) {
  const box = root.querySelector(selector)?.getBoundingClientRect();
  return box?.width ? box : null;
}

/**
 * Returns the transform from one box to another, about the corner of the first.
 *
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function transform(from, to) {
  return `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.width / from.width})`;
}
