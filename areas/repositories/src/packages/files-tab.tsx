import { useAddress } from '@packhouse/console-kit/lists.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { VersionFile } from '@packhouse/contract/repositories/package-graphql.ts';
import { Button, Bytes, CopyButton, Digest, EmptyState, Icon, Menu, StatusTag, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { nameClass } from '../class-names.ts';
import { isExpired, refuseExpired } from '../tree/expiry.ts';
import { treePath } from '../tree/tree-path.ts';
import { versionDetails } from './package-data.ts';
import { t } from './packages-words.ts';
import { useVersion } from './version-page.tsx';

/** Where a file's bytes are. */
function downloadPath(file: VersionFile): string {
  return `${prefixes.repositories}/${encodeURIComponent(file.repo)}/${file.path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The files of the version in one of its repositories, with what checks them. */
export function FilesTab() {
  const { version } = useVersion();
  const [{ repo: asked }, change] = useAddress('repo');
  const chosen = version.repos.find((repo) => repo.key === asked) ?? version.repos[0];
  const other = useQuery({ ...versionDetails(version.packageId, version.name, chosen?.key), enabled: chosen !== version.repos[0] });
  const files = chosen === version.repos[0] ? version.files : (other.data?.files ?? []);
  return (
    <>
      {version.repos.length > 1 && chosen && (
        <div className="pkg-filters">
          <Menu
            label={t('repository')}
            entries={version.repos.map((repo) => ({
              label: repo.key,
              hint: nameClass(repo.type),
              checked: repo === chosen,
              onSelect: () => change({ repo: repo.key }),
            }))}
          >
            {(trigger) => (
              <Button {...trigger} icon="chevron-down">
                {t('filesFrom')} {chosen.key}
              </Button>
            )}
          </Menu>
        </div>
      )}
      {files.length === 0 && !other.isLoading ? <EmptyState icon="file" title={t('noFiles')} /> : <FileTable files={files} />}
      {chosen === version.repos[0] && version.filesCount > files.length && (
        <p className="ph-muted">{t('moreFiles', { shown: files.length, count: version.filesCount })}</p>
      )}
    </>
  );
}

function FileTable({ files }: { files: readonly VersionFile[] }) {
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            <th scope="col">{t('file')}</th>
            <th scope="col" className="pkg-number">
              {t('size')}
            </th>
            <th scope="col">{t('checksums')}</th>
            <th scope="col">
              <span className="ph-hidden-text">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.path}>
              <th scope="row">
                <span className="pkg-file">
                  <code title={file.path}>{file.name}</code>
                  {file.lead && <Tag accent>{t('lead')}</Tag>}
                  {isExpired(file) && <StatusTag kind="warning">{t('expired')}</StatusTag>}
                  <CopyButton value={`${file.repo}/${file.path}`} what={t('path')} />
                </span>
                <span className="pkg-media">{file.mimeType}</span>
              </th>
              <td data-label={t('size')} className="pkg-number">
                <Bytes value={file.size} />
              </td>
              <td data-label={t('checksums')}>
                <dl className="pkg-checksums">
                  {(['sha256', 'sha1', 'md5'] as const).map((kind) => (
                    <div key={kind}>
                      <dt>{kind}</dt>
                      <dd>
                        <Digest value={file[kind]} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </td>
              <td className="pkg-number">
                <Link
                  to={treePath({ repoKey: file.repo, path: file.path })}
                  className="ph-button ph-button-ghost ph-button-icon"
                  aria-label={t('showInTree', { name: file.name })}
                >
                  <Icon name="tree" />
                </Link>
                <a
                  href={downloadPath(file)}
                  download={file.name}
                  onClick={(event) => refuseExpired(file) && event.preventDefault()}
                  className="ph-button ph-button-ghost ph-button-icon"
                  aria-label={t('download', { name: file.name })}
                >
                  <Icon name="download" />
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
