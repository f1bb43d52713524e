import type { ProtocolRequest, SigningContext } from '@packhouse/formats/format.ts';
import type { Actor, Grant } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../../context.ts';
import { openSigner, publicKeys } from '../../keys/signer.ts';
import type { Call } from './call.ts';

/** Long enough to begin the downloads of a slow client, short enough that a link found later opens nothing. */
const lifetimeSeconds = 600;
const parameter = 'access_token';

function readingBelow(folder: string): Grant {
  return {
    permission: 'link',
    resourceType: 'repository',
    names: ['ANY'],
    include: [folder, `${folder}/**`],
    exclude: [],
    actions: ['read'],
    through: 'a link made for a client that sends no credentials',
  };
}

/** Gives what a listing needs that makes links below a folder and signatures for this caller. */
export async function signingContext({ context, actor, format }: Call, folder: string): Promise<Pick<SigningContext, 'access' | 'signer'>> {
  const signer = async () => {
    const [{ detached }, keys] = await Promise.all([openSigner(context, 'openpgp'), publicKeys(context)]);
    return { detached, keys };
  };
  // Whoever came without credentials follows links without them too.
  if (!format.linksCarryAccess || actor.kind === 'anonymous') return { signer };
  const token = await context.platform.identity.issueShortToken(actor, [readingBelow(folder)], lifetimeSeconds);
  return { signer, access: `${parameter}=${token}` };
}

/** Whom a link stands for: reading only, and only for those who bring no credentials of their own. */
export async function readActorOfLink(context: Context, actor: Actor, { method, query }: ProtocolRequest): Promise<Actor | undefined> {
  const token = query.get(parameter);
  if (token === null || actor.kind !== 'anonymous' || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const found = await context.platform.identity.actorByToken(token);
  // Other tokens do not belong into addresses, where logs and proxies see them.
  return found?.scope?.every(({ permission }) => permission === 'link') ? found : undefined;
}
