import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import * as contract from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeReleaseBundle, createReleaseBundle, deleteReleaseBundle, missing, needReleaseBundle, type Place, signReleaseBundle } from './release-bundle.ts';
import {
  type ShownReleaseBundle,
  selectFilePage,
  selectReleaseBundle,
  selectReleaseBundles,
  selectReleaseBundlesOfChecksum,
  selectSigned,
} from './release-bundle-queries.ts';
import { authoriseOnSome } from './release-bundle-resource.ts';
import { toFile, toReleaseBundle, toSummary } from './release-bundle-view.ts';
import { searchReleaseBundle } from './search-release-bundle.ts';

const shownFiles = 100;

const refuseCursor = () => new AppError(sharedWords.after_is_no_cursor, {}, { detail: [{ path: 'after', ...say(sharedWords.unknown_cursor) }] });

function readId(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,15}$/.test(after)) throw refuseCursor();
  return Number(after);
}

function readPlace(after: string | undefined): { repository: string; path: string } | undefined {
  if (after === undefined) return undefined;
  const slash = after.indexOf('/');
  if (slash < 1) throw refuseCursor();
  return { repository: after.slice(0, slash), path: after.slice(slash + 1) };
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listReleaseBundles, async ({ query }, { actor }) => {
    const { after, limit, ...filter } = query;
    const { rows, hasMore, total } = await selectReleaseBundles(db, actor, filter, { after: readId(after), limit });
    return { items: rows.map(toSummary), total, next: hasMore ? String(rows.at(-1)?.id) : null };
  });

  handle(app, platform, contract.getReleaseBundle, async ({ params, query }, { actor }) =>
    toReleaseBundle(await needReleaseBundle(context, actor, params, query.type), actor),
  );

  handle(app, platform, contract.readSignedReleaseBundle, async ({ params, query }, { actor }) => {
    const row = await selectSigned(db, (await needReleaseBundle(context, actor, params, query.type)).id);
    if (!row?.manifest || !row.signature) throw new AppError(distributionWords.bundle_unsigned, params);
    return { manifest: row.manifest, signature: row.signature };
  });

  handle(app, platform, contract.listReleaseBundleFiles, async ({ params, query }, { actor }) => {
    const bundle = await needReleaseBundle(context, actor, params, query.type);
    const { rows, hasMore, total } = await selectFilePage(db, bundle.id, { ...query, after: readPlace(query.after) });
    const last = rows.at(-1);
    return { items: rows.map(toFile), total, next: hasMore && last ? `${last.repository}/${last.path}` : null };
  });

  handle(app, platform, contract.releaseBundlesOfChecksum, async ({ params, query }, { actor }) => ({
    data: { data: await selectReleaseBundlesOfChecksum(db, actor, params.checksum, query.num_of_rows) },
  }));

  handle(app, platform, contract.previewReleaseBundle, async ({ body }, { actor }) => {
    authoriseOnSome(actor, 'deploy');
    const files = await searchReleaseBundle(context, actor, body);
    return { items: files.slice(0, shownFiles).map(toFile), total: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  });
}

/** Whoever may write a bundle is told what came of it, also without the right to read it. */
async function needWritten({ db }: Context, place: Place): Promise<ShownReleaseBundle> {
  const row = await selectReleaseBundle(db, place.name, place.version);
  if (!row) throw missing(place);
  return row;
}

/** Release bundles for the console. */
export function releaseBundleRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  readRoutes(app, context);

  handle(app, platform, contract.createReleaseBundle, async ({ body }, call) => {
    await createReleaseBundle(context, body, call);
    return toReleaseBundle(await needWritten(context, body), call.actor);
  });

  handle(app, platform, contract.updateReleaseBundle, async ({ params, body }, call) => {
    await changeReleaseBundle(context, params, body, call);
    return toReleaseBundle(await needWritten(context, params), call.actor);
  });

  handle(app, platform, contract.signReleaseBundle, async ({ params, body }, call) => {
    await signReleaseBundle(context, params, body.storingRepository, call);
    return toReleaseBundle(await needWritten(context, params), call.actor);
  });

  handle(app, platform, contract.deleteReleaseBundle, ({ params, query }, call) => deleteReleaseBundle(context, params, query.type, call));
}
