import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { TokenAnswer } from './access-compatible-routes.ts';

const compatible = { provenBy: [proofs.nodeLibrary, proofs.clientLogin] };

const base = `${prefixes.access}/api/v2/authentication/jfrog_client_login`;
/** The secret of a login under way: only the command line that began it and the browser that it opened know it. */
const SessionId = z.uuid().max(36);

export const requestClientLogin = route('requestClientLogin', {
  summary: 'A command line begins a login that its user completes in the browser',
  method: 'POST',
  url: `${base}/request`,
  access: 'public',
  body: z.object({ session: SessionId }),
  reply: z.object({}),
  status: 200,
  compatible,
});

export const collectClientToken = route('collectClientToken', {
  summary: 'The command line fetches its token, once; refused with 400 until the user has agreed',
  method: 'GET',
  url: `${base}/token/:session`,
  access: 'public',
  params: z.object({ session: SessionId }),
  reply: TokenAnswer,
  compatible: { ...compatible, note: '400 until its user has agreed' },
});

export const approveClientLogin = route('approveClientLogin', {
  summary: 'The signed-in user lets a command line act for them',
  method: 'POST',
  url: `${prefixes.consoleApi}/ui/auth/clientLogin`,
  access: 'user',
  body: z.object({
    session: SessionId,
    /** The command line shows this: the last characters of its session. */
    code: z.string().trim().min(1).max(36),
    client: z.string().trim().max(60).default(''),
  }),
  reply: z.void(),
});
