import { escapeMarkup } from '@packhouse/formats/text/html-text.ts';

/** An element of the descriptor around others. */
export const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
/** One around a value. */
export const value = (name: string, content: string | number | boolean) => element(name, escapeMarkup(String(content)));
