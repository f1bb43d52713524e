import * as contract from '@packhouse/contract/repositories/folder-download-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeFolderDownloadIn, readFolderDownload } from './folder-download-settings.ts';

/** Whether folders can be downloaded, and how large they may be. */
export function folderDownloadRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, contract.readFolderDownload, () => readFolderDownload(context.db));
  handle(app, context.platform, contract.changeFolderDownload, async ({ body }, { actor, address }) => {
    await context.db.transaction().execute((tx) => changeFolderDownloadIn(context, tx, body, { actor, address }));
    return body;
  });
}
