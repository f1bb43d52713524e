import { accessService } from '@packhouse/access-service/service.ts';
import { distributionService } from '@packhouse/distribution-service/service.ts';
import { eventsService } from '@packhouse/events-service/service.ts';
import { insightService } from '@packhouse/insight-service/service.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import type { Service } from '@packhouse/kernel/platform.ts';
import { missionControlService } from '@packhouse/mission-control-service/service.ts';
import { operationsService } from '@packhouse/operations-service/service.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import { pipelinesService } from '@packhouse/pipelines-service/service.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { scanningService } from '@packhouse/scanning-service/service.ts';

/** Every service that can be chosen, in the order they start. */
const services: readonly Service<Peers>[] = [
  accessService,
  repositoriesService,
  scanningService,
  distributionService,
  eventsService,
  missionControlService,
  insightService,
  pipelinesService,
];

/** All services, whatever this process is asked to run. */
export const allServices = (): readonly Service<Peers>[] => [...services, operationsService];

/** The services this process is asked to run, and the one that says of all of them how they are. */
export function configuredServices(config: Pick<Config, 'services'>): readonly Service<Peers>[] {
  return [...services.filter(({ name }) => (config.services as readonly string[]).includes(name)), operationsService];
}
