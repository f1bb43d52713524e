import type { Build } from '@packhouse/contract/repositories/build-routes.ts';
import { Button, Digest, Tag } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { treePath } from '../tree/tree-path.ts';
import { t } from './builds-words.ts';
import { type PlainColumn, PlainTable } from './plain-table.tsx';

type Artifact = Build['modules'][number]['artifacts'][number];
type Dependency = Build['modules'][number]['dependencies'][number];

/** Modules can name thousands of files; so many are shown before one asks for the rest. */
const firstShown = 100;

function Files<Row>({ label, rows, columns, rowKey }: { label: string; rows: readonly Row[]; columns: readonly PlainColumn<Row>[]; rowKey(row: Row): string }) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, firstShown);
  return (
    <>
      <h3 className="builds-heading">{label}</h3>
      <PlainTable label={label} columns={columns} rows={shown} rowKey={(row, at) => `${rowKey(row)} ${at}`} />
      {shown.length < rows.length && (
        <p className="ph-muted">
          {t('shown', { shown: shown.length, count: rows.length })} <Button onClick={() => setAll(true)}>{t('showAll')}</Button>
        </p>
      )}
    </>
  );
}

const checksum = <Row extends { sha1?: string | undefined }>(): PlainColumn<Row> => ({
  title: t('checksum'),
  render: ({ sha1 }) => (sha1 ? <Digest value={sha1} /> : null),
});
const type = <Row extends { type?: string | undefined }>(): PlainColumn<Row> => ({
  title: t('type'),
  render: (row) => (row.type ? <Tag>{row.type}</Tag> : null),
});

function Place({ file }: { file: Artifact }) {
  if (!file.path) return null;
  if (!file.repository) return <code>{file.path}</code>;
  return (
    <Link to={treePath({ repoKey: file.repository, path: file.path })} className="ph-mono">
      {file.repository}/{file.path}
    </Link>
  );
}

/** Lists what a module made. */
export function ArtifactTable({ files }: { files: readonly Artifact[] }) {
  const columns: PlainColumn<Artifact>[] = [
    { title: t('name'), render: ({ name }) => <code>{name}</code> },
    type(),
    { title: t('place'), render: (file) => <Place file={file} /> },
    checksum(),
  ];
  return <Files label={t('artifacts', { count: files.length })} rows={files} columns={columns} rowKey={({ name }) => name} />;
}

/** Lists what a module used. */
export function DependencyTable({ files }: { files: readonly Dependency[] }) {
  const columns: PlainColumn<Dependency>[] = [
    { title: t('name'), render: ({ name }) => <code>{name}</code> },
    type(),
    {
      title: t('scopes'),
      render: ({ scopes }) => (
        <span className="builds-tags">
          {scopes.map((scope) => (
            <Tag key={scope}>{scope}</Tag>
          ))}
        </span>
      ),
    },
    checksum(),
  ];
  return <Files label={t('dependencies', { count: files.length })} rows={files} columns={columns} rowKey={({ name }) => name} />;
}
