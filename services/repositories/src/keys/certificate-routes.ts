import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { keepCertificate, removeCertificate } from './client-certificates.ts';
import * as queries from './key-queries.ts';

const toCertificate = (row: queries.CertificateRow, usedBy: readonly string[]): contract.ClientCertificate => ({
  name: row.name,
  subject: row.subject,
  issuer: row.issuer,
  fingerprint: row.fingerprint,
  validUntil: row.valid_until.toISOString(),
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  usedBy: [...usedBy],
});

export function certificateRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listClientCertificates, async () => {
    const [rows, users] = await Promise.all([queries.selectCertificates(db), queries.selectReferrers(db, 'client_certificate')]);
    return { items: rows.map((row) => toCertificate(row, users.get(row.name) ?? [])) };
  });

  handle(app, platform, contract.createClientCertificate, async ({ body }, call) => toCertificate(await keepCertificate(context, body, call), []));

  handle(app, platform, contract.deleteClientCertificate, ({ params }, call) => removeCertificate(context, params.name, call));
}
