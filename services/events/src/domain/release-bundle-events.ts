import { z } from 'zod';
import { type DomainEvent, makeReader, type Reader } from './domain-event.ts';

const Bundle = z.object({
  repository: z.string(),
  /** Key of the repository that keeps it. */
  store: z.string().optional(),
  bundle: z.string(),
  version: z.string(),
  type: z.enum(['source', 'target']),
  /** Bytes of its files; events of a platform before this one do not say it. */
  size: z.number().optional(),
  message: z.string().optional(),
});
type Bundle = z.output<typeof Bundle>;
const Promotion = Bundle.extend({ environment: z.string() });
const Distribution = Bundle.extend({
  id: z.string(),
  order: z.enum(['distribute', 'delete']),
  targets: z.array(z.object({ name: z.string(), url: z.string() })),
});

const describe = ({ bundle, version, size }: Bundle) => ({ release_bundle_name: bundle, release_bundle_version: version, release_bundle_size: size });

function makeEvent(
  domain: DomainEvent['domain'],
  eventType: string,
  bundle: Bundle,
  more: { data?: Readonly<Record<string, unknown>>; environment?: string } = {},
): DomainEvent {
  return {
    domain,
    eventType,
    subject: `release-bundle ${bundle.bundle}/${bundle.version}`,
    data: { ...describe(bundle), ...more.data },
    place: {
      kind: 'release-bundle',
      name: bundle.bundle,
      repository: bundle.store ?? bundle.repository,
      ...(more.environment === undefined ? {} : { environment: more.environment }),
    },
  };
}

type EventName = readonly [domain: DomainEvent['domain'], eventType: string];

const withMessage = (message: string | undefined) => (message === undefined ? {} : { status_message: message });

const readBundle = (type: Bundle['type'], ...names: readonly EventName[]) =>
  makeReader(Bundle, (bundle) =>
    bundle.type === type ? names.map(([domain, eventType]) => makeEvent(domain, eventType, bundle, { data: withMessage(bundle.message) })) : [],
  );

/** What comes from another deployment is told of in both domains that existing clients have for it. */
const readReceived = (eventType: string) => readBundle('target', ['destination', eventType], ['artifactory_release_bundle', eventType]);

const readDeletion: Reader = (data) => [...readBundle('source', ['release_bundle', 'deleted'])(data), ...readReceived('delete_completed')(data)];

const readPromotion = (state: 'started' | 'completed' | 'failed') =>
  makeReader(Promotion, (promotion) => {
    const { environment, repository, store = repository, message } = promotion;
    const more = { environment, repository_key: store, ...withMessage(message) };
    return [makeEvent('release_bundle_v2_promotion', `release_bundle_v2_promotion_${state}`, promotion, { data: more, environment })];
  });

const readDistribution = (state: 'started' | 'completed' | 'failed' | 'aborted') =>
  makeReader(Distribution, (run) => {
    // Existing clients know no deletion that was called off; to them it has failed.
    const eventType = `${run.order}_${run.order === 'delete' && state === 'aborted' ? 'failed' : state}`;
    const more = {
      edge_node_info_list: run.targets.map(({ name, url }) => ({ edge_node_address: url, edge_node_name: name })),
      status_message: run.message ?? state,
      transaction_id: run.id,
    };
    return [makeEvent('distribution', eventType, run, { data: more })];
  });

const readLocked = makeReader(z.object({ subject: z.string() }), ({ subject }) => [
  { domain: 'user', eventType: 'locked', subject: `user ${subject}`, data: { username: subject }, place: { kind: 'none' } },
]);

/** What happens to release bundles here and at their targets, and to users. */
export const releaseBundleReaders: Readonly<Record<string, Reader>> = {
  'release-bundle.created': readBundle('source', ['release_bundle', 'created'], ['release_bundle_v2', 'release_bundle_v2_started']),
  'release-bundle.signed': readBundle('source', ['release_bundle', 'signed'], ['release_bundle_v2', 'release_bundle_v2_completed']),
  'release-bundle.not-signed': readBundle('source', ['release_bundle_v2', 'release_bundle_v2_failed']),
  'release-bundle.deleted': readDeletion,
  'release-bundle.received': readReceived('received'),
  'release-bundle.withdrawing': readReceived('delete_started'),
  'release-bundle.not-withdrawn': readReceived('delete_failed'),
  'release-bundle.promotion-started': readPromotion('started'),
  'release-bundle.promoted': readPromotion('completed'),
  'release-bundle.promotion-failed': readPromotion('failed'),
  'distribution.started': readDistribution('started'),
  'distribution.completed': readDistribution('completed'),
  'distribution.failed': readDistribution('failed'),
  'distribution.aborted': readDistribution('aborted'),
  'access.user.locked': readLocked,
};
