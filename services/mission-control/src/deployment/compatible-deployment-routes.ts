import { fieldRefusal } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/mission-control/compatible-deployment-routes.ts';
import { NewUnit, UnitChange } from '@packhouse/contract/mission-control/unit-routes.ts';
import type { Problem } from '@packhouse/contract/problem-words.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { withAddresses } from './addresses.ts';
import { type KnownRow, selectDeployments } from './deployment-queries.ts';
import { changeDeployment, needDeployment, registerDeployment, removeDeployment } from './keep-deployment.ts';

function toCompatible(row: KnownRow): contract.CompatibleDeployment {
  const { id, name, home, status, location, tags, beacon } = row;
  const url = row.url || (beacon?.url ?? '');
  const message = findSaid(row)?.message ?? '';
  const now = new Date().toISOString();
  return {
    id,
    name,
    url,
    base_url: url,
    local: home,
    is_cold_storage: false,
    status: { code: status, message, warnings: message === '' ? [] : [message] },
    ...(location ? { location: { city_name: location.city, country_code: location.country, latitude: location.latitude, longitude: location.longitude } } : {}),
    tags: [...tags],
    licenses: (beacon?.licences ?? []).map(({ jti, type, expiresAt }) => ({
      type,
      expired: expiresAt !== null && expiresAt < now,
      valid_through: expiresAt ?? '',
      license_hash: jti,
      licensed_to: '',
    })),
    services: (beacon?.services ?? []).map(({ type, nodes }) => ({ type, status: { code: nodes.some(({ online }) => online) ? 'ONLINE' : 'OFFLINE' } })),
  };
}

/** The same as the console's calls take it; what they would refuse is refused here, too. */
function describe({ location, tags, name }: contract.CompatibleDeploymentChange) {
  const place = location && {
    city: location.city_name ?? '',
    country: location.country_code ?? '',
    latitude: location.latitude,
    longitude: location.longitude,
  };
  return { name, location: place ?? null, tags: tags ?? [] };
}

/** A token says the address, too; where there is none it is a single instance. */
function readAccess({ token, url, username, password }: z.output<NonNullable<typeof contract.createCompatibleDeployment.body>>) {
  return token ? { token } : { url: url ?? '', userName: username ?? '', password: password ?? '' };
}

/** @throws AppError `invalid_input` */
function parseAs<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue) throw fieldRefusal(issue.path.join('.'), reasonedSaid(issue as Problem));
  return data!;
}

/** Deployments for existing clients. */
export function compatibleDeploymentRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.listCompatibleDeployments, async () => (await withAddresses(context, await selectDeployments(db))).map(toCompatible));
  handle(app, platform, contract.readCompatibleDeployment, async ({ params }) => toCompatible(await needDeployment(context, params.id)));
  handle(app, platform, contract.createCompatibleDeployment, async ({ body }, by) =>
    toCompatible(await registerDeployment(context, parseAs(NewUnit, { ...describe(body), ...readAccess(body) }), by)),
  );
  handle(app, platform, contract.updateCompatibleDeployment, async ({ params, body }, by) =>
    toCompatible(await changeDeployment(context, params.id, parseAs(UnitChange, describe(body)), by)),
  );
  handle(app, platform, contract.deleteCompatibleDeployment, ({ params }, by) => removeDeployment(context, params.id, by));
}
