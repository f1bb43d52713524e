import { Failure, isApiError, pages, query } from '@packhouse/console-kit/console-kit.ts';
import type { VexStatus } from '@packhouse/contract/scanning/vex.ts';
import { getVexDocument, listVexStatements, type VexDocument, type VexStatement, vexOriginalPath } from '@packhouse/contract/scanning/vex-routes.ts';
import { Banner, Button, Dialog, Facts, RelativeTime, Skeleton, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { t } from './vex-words.ts';
import '../scanning.css';

const kinds: Record<VexStatus, StatusKind> = { not_affected: 'good', fixed: 'good', affected: 'bad', under_investigation: 'warning' };
/** So many products of a statement are shown; the others are counted. */
const shownProducts = 20;

/** How documents are called, and their versions. */
export const nameDocument = ({ document, title }: Pick<VexDocument, 'document' | 'title'>) => (title === '' ? document : title);

function Products({ products }: Pick<VexStatement, 'products'>) {
  const left = products.length - shownProducts;
  return (
    <ul className="scan-samples">
      {products.slice(0, shownProducts).map(({ name, within, unknown }, index) => (
        <li key={`${index} ${name}`}>
          <code className="scan-where">{within === null ? name : t('within', { name, whole: within })}</code>
          {unknown && <span className="ph-muted"> {t('unknown')}</span>}
        </li>
      ))}
      {left > 0 && <li className="ph-muted">{t('moreProducts', { count: left })}</li>}
    </ul>
  );
}

function Statement({ statement }: { statement: VexStatement }) {
  const { names, status, justification, impact, action, at, products, acted_on } = statement;
  const why = [justification, impact, action].filter(Boolean).join('. ');
  return (
    <li className="ph-stack">
      <span className="scan-name">
        <strong>{names[0]}</strong>
        <StatusTag kind={kinds[status]}>{t(`is_${status}`)}</StatusTag>
        {acted_on && <StatusTag kind="neutral">{t('actedOn')}</StatusTag>}
        <RelativeTime at={at} />
      </span>
      {names.length > 1 && <span className="ph-muted">{names.slice(1).join(', ')}</span>}
      {why !== '' && <span className="scan-where">{why}</span>}
      <Products products={products} />
    </li>
  );
}

function Statements({ id }: { id: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pages(listVexStatements, { params: { id }, query: {} }));
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      <ul aria-label={t('statements')} className="scan-samples ph-stack">
        {data.pages
          .flatMap(({ items }) => items)
          .map((statement) => (
            <Statement key={statement.position} statement={statement} />
          ))}
      </ul>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Told({ document }: { document: VexDocument }) {
  const { issuer, trusted, format, version, issued, author, created, project_key: project, touched, statements, unknown_products: unknown } = document;
  return (
    <div className="ph-stack">
      {!trusted && <Banner kind="info">{t('untrustedHelp', { issuer })}</Banner>}
      <Facts
        items={[
          [t('document'), <span key="document" className="scan-where">{`${document.document}, ${t('version', { version })}`}</span>],
          [t('issuer'), issuer],
          [t('format'), { openvex: 'OpenVEX', cyclonedx: 'CycloneDX', csaf: 'CSAF' }[format]],
          [t('issued'), <RelativeTime key="issued" at={issued} />],
          [t('where'), project === undefined ? t('everywhere') : t('inProject', { name: project })],
          [
            t('broughtBy'),
            <span key="by">
              {author} <RelativeTime at={created} />
            </span>,
          ],
          [t('statements'), String(statements)],
          [t('touched'), String(touched)],
          unknown > 0 ? [t('unknownProducts'), String(unknown)] : undefined,
        ]}
      />
      <Statements id={document.id} />
    </div>
  );
}

/** One document, and what it says. */
export function VexDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(getVexDocument, { params: { id } }));
  const isGone = isApiError(error) && (error.status === 404 || error.status === 400);
  const footer = data && (
    <a className="ph-button" href={vexOriginalPath(id)} download>
      {t('download')}
    </a>
  );
  return (
    <Dialog title={data ? nameDocument(data) : t('document')} shape="drawer" width={640} onClose={onClose} {...(footer ? { footer } : {})}>
      {data ? (
        <Told document={data} />
      ) : isGone ? (
        <p className="ph-muted">{t('gone')}</p>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} height={20} />
      )}
    </Dialog>
  );
}
