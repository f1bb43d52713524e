import { language } from '@packhouse/console-kit/console-kit.ts';
import type { Integration } from '@packhouse/contract/scanning/integration-routes.ts';
import { Tag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { gitScanningPath } from '../integrations-screens.ts';
import { getProductName, t } from '../integrations-words.ts';

/** A moment as the local date and the local time, between them a line. */
function spellMoment(iso: string): string {
  const at = new Date(iso);
  const spell = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language(), options).format(at);
  return `${spell({ dateStyle: 'short' })} | ${spell({ timeStyle: 'short' })}`;
}

/** What is shown of a connection; `onSelectProduct` begins to use one that nothing uses. */
export function columns(onSelectProduct: (one: Integration) => void): Column<Integration>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      render: ({ name, key, vendorName, contact }) => (
        <>
          <Link to={gitScanningPath({ vcsType: vendorName, integrationId: key })} className="ph-main-link">
            {name}
          </Link>
          {contact.error && <span className="integration-problem">{words().said(contact.error)}</span>}
        </>
      ),
    },
    { id: 'url', title: t('url'), card: 'fact', render: ({ url }) => <span className="ph-mono">{url}</span> },
    {
      id: 'product',
      title: t('product'),
      card: 'fact',
      render: (one) =>
        one.products.length > 0 ? (
          one.products.map((product) => <Tag key={product}>{getProductName(product)}</Tag>)
        ) : (
          <button type="button" className="integration-link" onClick={() => onSelectProduct(one)}>
            {t('selectProduct')}
          </button>
        ),
    },
    { id: 'createdOn', title: t('createdOn'), render: ({ updatedOn }) => <time dateTime={updatedOn}>{spellMoment(updatedOn)}</time> },
  ];
}
