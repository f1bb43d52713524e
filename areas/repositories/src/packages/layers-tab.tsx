import { query } from '@packhouse/console-kit/console-kit.ts';
import { dockerLayers, type ImageView } from '@packhouse/contract/repositories/container-routes.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { Bytes, Digest, EmptyState, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './packages-words.ts';
import { useVersion } from './version-page.tsx';

/** Shows what an image is made of, or which images an index offers. What cannot be had is shown as none. */
export function LayersTab() {
  const { leadFile, format } = useVersion();
  const place = leadFile ?? { repoKey: '', path: '' };
  const result = useQuery({
    ...query(dockerLayers, { body: { ...place, view: 'dockerv2' } }),
    enabled: leadFile !== undefined && getCard(format).tabs?.includes('layers') === true,
  });
  if (result.isLoading) return <Skeleton lines={8} height={20} />;
  const image = result.data;
  if (!image || (image.layers.length === 0 && image.platforms.length === 0)) return <EmptyState icon="package" title={t('noLayers')} />;
  return image.kind === 'index' ? <Platforms image={image} /> : <Layers image={image} />;
}

function Layers({ image }: { image: ImageView }) {
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            <th scope="col">{t('layer')}</th>
            <th scope="col">{t('buildStep')}</th>
            <th scope="col" className="pkg-number">
              {t('size')}
            </th>
          </tr>
        </thead>
        <tbody>
          {image.layers.map((layer, index) => (
            // An image may hold the same layer twice, so its place is part of what it is.
            <tr key={`${layer.digest} ${image.layers.indexOf(layer) === index ? '' : index}`}>
              <th scope="row">
                <Digest value={layer.digest} />
              </th>
              <td data-label={t('buildStep')}>
                <code className="pkg-step">{layer.createdBy ?? '–'}</code>
              </td>
              <td data-label={t('size')} className="pkg-number">
                <Bytes value={layer.size} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Platforms({ image }: { image: ImageView }) {
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            <th scope="col">{t('platform')}</th>
            <th scope="col">{t('digest')}</th>
          </tr>
        </thead>
        <tbody>
          {image.platforms.map((platform) => (
            <tr key={platform.digest}>
              <th scope="row">
                <code>{platform.platform}</code>
              </th>
              <td data-label={t('digest')}>
                <Digest value={platform.digest} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
