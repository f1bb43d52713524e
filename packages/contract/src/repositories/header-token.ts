import { z } from 'zod';
import { repositoryRules } from './repository-words.ts';

/** A token that is sent in a header, which takes no other characters. https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export const HeaderToken = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]*$/, repositoryRules.token_characters.en);
