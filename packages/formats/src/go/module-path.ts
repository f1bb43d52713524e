// https://go.dev/ref/mod#goproxy-protocol: upper-case letters travel as '!' and the lower-case letter.

/** The spelling of a module path or version in URLs and file names. */
export function escapeModule(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** The module path or version that an escaped spelling means; undefined when it is none. */
export function unescapeModule(text: string): string | undefined {
  if (/[A-Z]/.test(text)) return undefined;
  const plain = text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return plain.includes('!') ? undefined : plain;
}

const modulePath = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;

export function isModulePath(text: string): boolean {
  return text.length <= 500 && modulePath.test(text) && !text.endsWith('.');
}
