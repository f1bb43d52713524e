import { z } from 'zod';
import { json } from '../route.ts';

/** A refusal in the words of OAuth. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export const oauthRefusal = json(z.object({ error: z.string(), error_description: z.string() }));
