import { query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { getProperties } from '@packhouse/contract/repositories/package-routes.ts';
import { CopyButton, EmptyState, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './packages-words.ts';
import { useVersion } from './version-page.tsx';

/** The properties of the version's lead file. What cannot be had is shown as none. */
export function PropertiesTab() {
  const { leadFile } = useVersion();
  useLive(['artifact.'], getProperties);
  const result = useQuery({ ...query(getProperties, { query: leadFile ?? { path: '' } }), enabled: leadFile !== undefined });
  if (result.isLoading) return <Skeleton lines={6} height={20} />;
  const properties = result.data?.properties ?? [];
  if (properties.length === 0) return <EmptyState icon="info" title={t('noProperties')} />;
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            <th scope="col">{t('property')}</th>
            <th scope="col">{t('values')}</th>
          </tr>
        </thead>
        <tbody>
          {properties.map(({ key, values }) => (
            <tr key={key}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td data-label={t('values')}>
                <span className="pkg-values">
                  <span className="pkg-tags">
                    {values.map((value) => (
                      <Tag key={value}>{value}</Tag>
                    ))}
                  </span>
                  <CopyButton value={values.join(',')} what={key} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
