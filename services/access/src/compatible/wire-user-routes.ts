import * as wire from '@packhouse/contract/access/access-compatible-user-routes.ts';
import { NewUser, type User, UserChange } from '@packhouse/contract/access/access-user-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { Invitation } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import { getLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { inviteUser } from '../invitation/invitation.ts';
import { unlockUser } from '../user/unlock.ts';
import { changeUser, createUser, deleteUser, readUser } from '../user/user.ts';
import { readStates, readStatus } from '../user/user-list.ts';
import { checked } from './checked.ts';
import { readWireDuties, tellWireDuties } from './kept-duty-fields.ts';
import { applyDelta, cutPage, readCursor } from './wire-page.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });
const filtersNotOffered = ['resourceType', 'resourceName'] as const;

async function toWire({ db }: Context, user: User) {
  return {
    username: user.name,
    email: user.email,
    admin: user.administrator,
    effective_admin: user.effectiveAdministrator,
    profile_updatable: user.profileUpdatable,
    disable_ui_access: !user.consoleAccess,
    internal_password_disabled: !user.passwordEnabled,
    ...(user.lastLoggedInAt ? { last_logged_in: user.lastLoggedInAt } : {}),
    realm: user.realm,
    groups: user.groups,
    status: await readStatus(db, user),
    ...tellWireDuties(user.keptDuties),
  };
}

/** Reads what the body says, in our words; what it leaves out is left out. */
function fromWire(body: wire.WireUserChange) {
  const set = <Name extends string, T>(name: Name, value: T | undefined) => (value === undefined ? {} : ({ [name]: value } as Record<Name, T>));
  return {
    ...set('email', body.email),
    ...set('password', body.password),
    ...set('administrator', body.admin),
    ...set('status', body.status),
    ...set('profileUpdatable', body.profile_updatable),
    ...set('consoleAccess', body.disable_ui_access === undefined ? undefined : !body.disable_ui_access),
    ...set('passwordEnabled', body.internal_password_disabled === undefined ? undefined : !body.internal_password_disabled),
    ...set('groups', body.groups ?? undefined),
    ...readWireDuties(body),
  };
}

function manyUsers(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, wire.wireListUsers, async ({ query }, { request }) => {
    for (const name of filtersNotOffered) if (query[name] !== undefined) throw namedFieldRefusal(`query.${name}`, say(accessWords.filter_not_offered));
    const { limit, descendingOrder: descending } = query;
    const membership = { project: query.projectKey || undefined, role: query.role || undefined };
    const filter = { search: query.username, status: query.status, onlyAdministrators: query.onlyAdmins, ...membership };
    const page = cutPage(await readStates(db, filter, { cursor: readCursor(query.cursor), limit: limit + 1, descending }), limit);
    const base = `${publicBaseUrl(request, platform.config)}/access/api/v2/users`;
    const users = page.rows.map(({ name, realm, state }) => ({ username: name, uri: `${base}/${encodeURIComponent(name)}`, realm, status: state }));
    return { users, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
  });
  handle(app, platform, wire.wireCreateUser, async ({ body }, call) => {
    const created = await createUser(context, checked(NewUser, { name: body.username, ...fromWire(body) }), nameDoer(call));
    return toWire(context, created);
  });
  handle(app, platform, wire.wireInviteUser, async ({ body }, call) => {
    const { invited_email: email } = body;
    const { problem } = await inviteUser(context, checked(Invitation, { name: email, email }), getLanguage(call.request), nameDoer(call));
    if (problem !== null) throw new AppError('upstream_failed', { said: { message: problem } });
  });
}

export function wireUserRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  manyUsers(app, context);

  handle(app, platform, wire.wireReadUser, async ({ params }) => toWire(context, await readUser(db, params.name)));
  handle(app, platform, wire.wireUpdateUser, async ({ params, body }, call) =>
    toWire(context, await changeUser(context, params.name, checked(UserChange, fromWire(body)), nameDoer(call))),
  );
  handle(app, platform, wire.wireDeleteUser, ({ params }, call) => deleteUser(context, params.name, nameDoer(call)));
  handle(app, platform, wire.wireChangeGroups, async ({ params, body }, call) => {
    const wanted = ({ groups }: User) => checked(UserChange, { groups: applyDelta(groups, body) });
    const { groups } = await changeUser(context, params.name, wanted, nameDoer(call));
    return { groups };
  });
  handle(app, platform, wire.wireSetPassword, async ({ params, body }, call) => {
    await changeUser(context, params.name, checked(UserChange, { password: body.password }), nameDoer(call));
  });
  handle(app, platform, wire.wireUnlockUser, ({ params }, call) => unlockUser(context, params.name, nameDoer(call)));
}
