import * as wire from '@packhouse/contract/access/access-compatible-user-routes.ts';
import { GroupChange, type GroupDetails, NewGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { changeGroup, createGroup, deleteGroup, readGroup } from '../group/group.ts';
import { readGroupNames } from '../group/group-list.ts';
import { checked } from './checked.ts';
import { readWireDuties, tellWireDuties } from './kept-duty-fields.ts';
import { applyDelta, cutPage, readCursor } from './wire-page.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

function toWire(group: z.output<typeof GroupDetails>) {
  return {
    name: group.name,
    description: group.description,
    external_id: group.externalId,
    auto_join: group.autoJoin,
    admin_privileges: group.administrator,
    realm: group.realm,
    realm_attributes: group.realmAttributes ?? '',
    members: group.members,
    ...tellWireDuties(group.keptDuties),
  };
}

/** Reads what the body says, in our words; what it leaves out is left out. */
function fromWire(body: wire.WireGroupChange) {
  return {
    ...(body.description == null ? {} : { description: body.description }),
    ...(body.external_id == null ? {} : { externalId: body.external_id }),
    ...(body.realm_attributes == null ? {} : { realmAttributes: body.realm_attributes }),
    ...(body.auto_join === undefined ? {} : { autoJoin: body.auto_join }),
    ...(body.admin_privileges === undefined ? {} : { administrator: body.admin_privileges }),
    ...readWireDuties(body),
  };
}

export function wireGroupRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, wire.wireListGroups, async ({ query }, { request }) => {
    const { limit, descendingOrder: descending } = query;
    const rows = await readGroupNames(db, query.group_name, { cursor: readCursor(query.cursor), limit: limit + 1, descending });
    const page = cutPage(rows, limit);
    const base = `${publicBaseUrl(request, platform.config)}/access/api/v2/groups`;
    const groups = page.rows.map(({ name }) => ({ group_name: name, uri: `${base}/${encodeURIComponent(name)}` }));
    return { groups, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
  });
  handle(app, platform, wire.wireCreateGroup, async ({ body }, call) => {
    const input = checked(NewGroup, { name: body.name, ...fromWire(body), ...(body.members ? { members: body.members } : {}) });
    return toWire(await createGroup(context, input, nameDoer(call)));
  });
  handle(app, platform, wire.wireReadGroup, async ({ params }) => toWire(await readGroup(db, params.name)));
  handle(app, platform, wire.wireUpdateGroup, async ({ params, body }, call) =>
    toWire(await changeGroup(context, params.name, checked(GroupChange, fromWire(body)), nameDoer(call))),
  );
  handle(app, platform, wire.wireDeleteGroup, ({ params }, call) => deleteGroup(context, params.name, nameDoer(call)));
  handle(app, platform, wire.wireReadMembers, async ({ params }) => ({ members: (await readGroup(db, params.name)).members }));
  handle(app, platform, wire.wireChangeMembers, async ({ params, body }, call) => {
    const wanted = async ({ members }: { members: string[] }) => checked(GroupChange, { members: applyDelta(members, body) });
    const { members } = await changeGroup(context, params.name, wanted, nameDoer(call));
    return { members };
  });
}
