import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, usePagedList } from '@packhouse/console-kit/lists.ts';
import { deleteVexDocument, listVexDocuments, type VexDocument, vexOriginalPath } from '@packhouse/contract/scanning/vex-routes.ts';
import { Button, Deletion, EmptyState, formatNumber, type MenuEntry, RelativeTime, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { UploadDialog } from './upload-dialog.tsx';
import { nameDocument, VexDrawer } from './vex-drawer.tsx';
import { vexListPath, vexPath } from './vex-screens.ts';
import { t } from './vex-words.ts';
import '../scanning.css';

function columns(): Column<VexDocument>[] {
  return [
    {
      id: 'document',
      title: t('document'),
      card: 'title',
      width: '28%',
      render: (document) => (
        <span className="scan-two-lines">
          <Link to={vexPath(document.id)} className="ph-main-link scan-where">
            {nameDocument(document)}
          </Link>
          <span className="ph-muted">{t('version', { version: document.version })}</span>
        </span>
      ),
    },
    {
      id: 'issuer',
      title: t('issuer'),
      card: 'fact',
      width: '22%',
      render: ({ issuer, trusted }) => (
        <span className="scan-name">
          <span className="scan-where">{issuer}</span>
          <StatusTag kind={trusted ? 'good' : 'neutral'}>{t(trusted ? 'trusted' : 'untrusted')}</StatusTag>
        </span>
      ),
    },
    { id: 'statements', title: t('statements'), card: 'fact', width: '110px', render: ({ statements }) => formatNumber(statements) },
    { id: 'touched', title: t('touched'), card: 'fact', width: '120px', render: ({ touched }) => formatNumber(touched) },
    { id: 'where', title: t('where'), width: '140px', render: ({ project_key: name }) => (name === undefined ? t('everywhere') : t('inProject', { name })) },
    { id: 'issued', title: t('issued'), width: '130px', render: ({ issued }) => <RelativeTime at={issued} /> },
    { id: 'author', title: t('broughtBy'), width: '120px', render: ({ author }) => author },
  ];
}

function DeleteDocument({ document, onClose }: { document: VexDocument; onClose: () => void }) {
  const name = nameDocument(document);
  const work = async () => {
    await call(deleteVexDocument, { params: { id: document.id } });
    await refresh(listVexDocuments);
  };
  return (
    <Deletion title={t('removeTitle')} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removeText', { name })}</p>
    </Deletion>
  );
}

/** What others say of vulnerabilities; the document that is open is in the address. */
export function VexListPage() {
  const navigate = useNavigate();
  const { vexId } = useParams();
  const list = usePagedList(listVexDocuments, { query: {} }, { live: ['audit.vex-document.', 'audit.vex-issuer.', 'violation.'] });
  const [uploading, setUploading] = useState(false);
  const [removing, setRemoving] = useState<VexDocument>();
  const uploadButton = (
    <Button kind="primary" icon="upload" onClick={() => setUploading(true)}>
      {t('upload')}
    </Button>
  );
  const rowActions = (document: VexDocument): MenuEntry[] => [
    { label: t('show'), icon: 'eye', to: vexPath(document.id), keys: 'e' },
    { label: t('download'), icon: 'download', onSelect: () => window.location.assign(vexOriginalPath(document.id)) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(document) },
  ];
  return (
    <ListPage
      id="vex-documents"
      title={t('documents')}
      count={list.total}
      subtitle={t('about')}
      actions={uploadButton}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={nameDocument}
      href={({ id }) => vexPath(id)}
      rowActions={rowActions}
      none={
        <EmptyState icon="file" title={t('none')} action={uploadButton}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {vexId !== undefined && <VexDrawer id={vexId} onClose={() => void navigate(vexListPath)} />}
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
      {removing && <DeleteDocument document={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
