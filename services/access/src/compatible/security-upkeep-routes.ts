import * as routes from '@packhouse/contract/access/access-security-upkeep-routes.ts';
import type { AccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { UserChange } from '@packhouse/contract/access/access-user-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { changePassword } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { changeSettings, selectSettings, upsertSetting } from '../setting/settings.ts';
import { changeOwnPassword } from '../sign-in/sign-in.ts';
import { unlockUser } from '../user/unlock.ts';
import { changeUser } from '../user/user.ts';
import { readStates } from '../user/user-list.ts';
import { checked } from './checked.ts';

/** More users than can be locked out at one time. */
const mostLocked = 100_000;

/** Clients keep an age in this while passwords do not expire. */
const keptAge = 'passwordMaxAge';
const usualAge = 60;

/** The same for attempts while nobody is locked. */
const keptAttempts = 'loginAttempts';
const usualAttempts = 5;

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

async function readLocked({ db }: Context): Promise<string[]> {
  const states = await readStates(db, { status: 'locked', onlyAdministrators: false }, { limit: mostLocked, descending: false });
  return states.map(({ name }) => name);
}

const readStored = async ({ db }: Context) => new Map((await selectSettings(db)).map(({ name, value }) => [name, value]));

async function readLockPolicy(context: Context) {
  const stored = await readStored(context);
  const attempts = Number(stored.get('lockAfterFailures') ?? 0);
  return { enabled: attempts > 0, loginAttempts: attempts > 0 ? attempts : Number(stored.get(keptAttempts) ?? usualAttempts) };
}

/** Changes settings under the name that our own screens have for them, and keeps what has no place there while it is off. */
async function changePolicy(context: Context, call: HandlerContext, change: Partial<AccessSettings>, kept: readonly [name: string, value: number]) {
  await inChange(context, nameDoer(call), async (transaction, record) => {
    const { before, after } = await changeSettings(transaction, change);
    await upsertSetting(transaction, ...kept);
    await record({ action: 'setting.changed', subject: 'access', before, after });
  });
}

async function readPolicy(context: Context) {
  const stored = await readStored(context);
  const days = Number(stored.get('passwordExpiryDays') ?? 0);
  return { enabled: days > 0, passwordMaxAge: days > 0 ? days : Number(stored.get(keptAge) ?? usualAge), notifyByEmail: false };
}

function lockRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, routes.listLockedUsers, () => readLocked(context));
  handle(app, platform, routes.unlockSecurityUser, async ({ params }, call) => {
    await unlockUser(context, params.name, nameDoer(call));
    return `The user '${params.name}' has been unlocked successfully.`;
  });
  handle(app, platform, routes.unlockSecurityUsers, async (_, call) => {
    for (const name of await readLocked(context)) await unlockUser(context, name, nameDoer(call));
    return 'All users have been unlocked successfully.';
  });
  handle(app, platform, routes.readUserLockPolicy, () => readLockPolicy(context));
  handle(app, platform, routes.changeUserLockPolicy, async ({ body }, call) => {
    const { enabled, loginAttempts } = body;
    await changePolicy(context, call, { lockAfterFailures: enabled ? loginAttempts : 0 }, [keptAttempts, loginAttempts]);
    return readLockPolicy(context);
  });
}

/** Locked users and passwords that expire, as existing clients ask for them. */
export function securityUpkeepRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  lockRoutes(app, context);

  handle(app, platform, routes.changeSecurityPassword, async ({ body }, { request }) => {
    if (body.newPassword1 !== body.newPassword2) throw new AppError(accessWords.new_passwords_differ);
    const { userName, oldPassword, newPassword1: newPassword } = body;
    await changeOwnPassword(context, checked(changePassword.body!, { userName, oldPassword, newPassword }), request);
    return 'Password has been successfully changed';
  });

  handle(app, platform, routes.expireSecurityPassword, async ({ params }, call) => {
    await changeUser(context, params.name, checked(UserChange, { passwordExpired: true }), nameDoer(call));
    return `The password of '${params.name}' has expired`;
  });

  handle(app, platform, routes.readPasswordExpirationPolicy, () => readPolicy(context));
  handle(app, platform, routes.changePasswordExpirationPolicy, async ({ body }, call) => {
    if (body.notifyByEmail) throw new AppError(accessWords.no_mail_before_expiry);
    await changePolicy(context, call, { passwordExpiryDays: body.enabled ? body.passwordMaxAge : 0 }, [keptAge, body.passwordMaxAge]);
    return readPolicy(context);
  });
}
