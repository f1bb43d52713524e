import { query } from '@packhouse/console-kit/console-kit.ts';
import { containerFormats } from '@packhouse/contract/repositories/format-ids.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { WebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { Button, IconButton } from '@packhouse/ui/core.ts';
import { Form, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './web-server-words.ts';

const firstPort = 5001;
const Place = WebServer.shape.reverseProxyRepositories.unwrap().element;

/** Which container repository has which port of its own. */
export function RepositoryPorts() {
  const { data } = useQuery(query(listRepositories, { query: { format: containerFormats[0], limit: 500 } }));
  const options = (data?.items ?? []).map(({ key }) => ({ value: key, label: key }));
  return (
    <Form.List name="reverseProxyRepositories">
      {(fields, { add, remove }) => (
        <div className="ph-stack">
          {fields.map(({ key, name }) => (
            <div key={key} className="web-server-port">
              <Form.Item name={[name, 'repoKey']} label={t('repository')} rules={rulesFor(Place, 'repoKey')}>
                <Select options={options} showSearch />
              </Form.Item>
              <Form.Item name={[name, 'port']} label={t('port')} rules={rulesFor(Place, 'port')}>
                <NumberInput />
              </Form.Item>
              <IconButton icon="trash" label={t('removePort')} onClick={() => remove(name)} />
            </div>
          ))}
          <span>
            <Button icon="plus" onClick={() => add({ port: firstPort + fields.length })}>
              {t('addPort')}
            </Button>
          </span>
        </div>
      )}
    </Form.List>
  );
}
