/** A notice for browsers that block cookies: without one, the server does not know whose seat is whose. */

const notice = document.querySelector(".no-cookies");

if (!navigator.cookieEnabled) notice?.removeAttribute("hidden");

export {};
