import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { LinkButton } from '@packhouse/ui/core.ts';
import { paths } from '../distribution-screens.ts';
import { t } from '../distribution-words.ts';

/** Leads to where a distribution repository is created. */
export function NewRepositoryLink() {
  const refusal = useRefusal(createDistributionRepository);
  return (
    <LinkButton to={paths.newRepository} icon="plus" refusal={refusal}>
      {t('newRepository')}
    </LinkButton>
  );
}
