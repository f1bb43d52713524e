import { AppError } from '@packhouse/contract/errors.ts';
import type { AuxContext, Rendered } from '../format.ts';
import type { OwnAccount } from '../own-account.ts';
import { ownText } from '../text/plain-json.ts';
import { readJson } from '../text/read-json.ts';
import { json } from '../text/render-json.ts';
import { refusals } from './npm-refusals.ts';

const smallBody = 64 * 1024;
const secondsOfDay = 86_400;
const mostDays = 3650;

/** @throws AppError `unauthenticated` */
function needAccount({ account }: AuxContext): OwnAccount {
  if (!account) throw new AppError('unauthenticated');
  return account;
}

/** `npm profile get`. Addresses for mail are those that administrators know, so that nobody has to confirm them. */
export async function tellProfile(context: AuxContext): Promise<Rendered> {
  const profile = await needAccount(context).profile();
  if (!profile) throw new AppError('unauthenticated');
  const { name, email, hasSecondFactor } = profile;
  return json({ name, email, email_verified: true, tfa: hasSecondFactor ? { pending: false, mode: 'auth-only' } : false });
}

/** npm shows nobody what looks like a UUID, which it takes for a secret. */
const spellKey = (id: string): string => id.replaceAll('-', '');

/** `npm token list`. Nobody knows a token again but its holder, so what stands for it is the beginning of its number. */
export async function tellTokens(context: AuxContext): Promise<Rendered> {
  const tokens = await needAccount(context).tokens();
  const objects = tokens.map(({ id, description, issuedAt, expiresAt }) => ({
    key: spellKey(id),
    token: id.slice(0, 6),
    name: description,
    created: issuedAt,
    ...(expiresAt === null ? {} : { expires: expiresAt }),
    readonly: false,
    cidr_whitelist: null,
  }));
  return json({ objects, total: objects.length, urls: {} });
}

/** What npm may ask for, and tokens that are made so cannot have. */
const narrowing = ['readonly', 'cidr_whitelist', 'packages', 'scopes', 'orgs', 'packages_and_scopes_permission', 'orgs_permission', 'bypass_2fa'] as const;

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

function readSeconds(days: unknown): number | undefined {
  if (days === undefined) return undefined;
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > mostDays) throw new AppError(refusals.npm_token_days);
  return days * secondsOfDay;
}

/** `npm token create`: asks for the password again. @throws AppError for whatever would make the token narrower than its user, by its name */
export async function makeToken(context: AuxContext): Promise<Rendered> {
  const account = needAccount(context);
  const body = await readJson(context.body, smallBody);
  const field = narrowing.find((name) => isSaid((body as Record<string, unknown>)[name]));
  if (field !== undefined) throw new AppError(refusals.npm_token_field, { field });
  const seconds = readSeconds((body as Record<string, unknown>).expires);
  if (!(await account.proves(ownText(body, 'password') ?? ''))) throw new AppError('bad_credentials');
  const name = ownText(body, 'name') || ownText(body, 'description') || 'npm token create';
  const token = await account.makeToken(name, seconds);
  return json({ token, name, readonly: false, cidr_whitelist: null, created: new Date().toISOString() }, { status: 201 });
}

/** `npm token revoke`, of the number that the list tells. */
export async function revokeToken(id: string, context: AuxContext): Promise<Rendered> {
  const account = needAccount(context);
  const token = (await account.tokens()).find((one) => one.id === id || spellKey(one.id) === id);
  if (!token) throw new AppError(refusals.npm_token_missing);
  await account.revokeToken(token.id);
  return json({ ok: true });
}
