export type TemplateResult = { strings: TemplateStringsArray; values: unknown[] };
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export const svg: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export const nothing: unique symbol;
export const render: (value: unknown, container: HTMLElement) => unknown;
