import type { Snippet } from './format.ts';

/** Environment variable that every snippet takes the access token from, so that no secret ends up in a file or in a command line's history. */
export const tokenVariable = 'PACKHOUSE_TOKEN';

/** First step of every format's set-up: the token goes into the environment. */
export function tokenSnippet(): Snippet {
  return {
    step: 'configure',
    title: 'Put an access token into the environment (paste it, then press Enter)',
    language: 'shell',
    text: `read -rs ${tokenVariable} && export ${tokenVariable}`,
  };
}
