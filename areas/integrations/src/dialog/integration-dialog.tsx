import { useReducer } from 'react';
import { ConnectionForm } from './connection-form.tsx';
import { changeDialog, closedDialog, type DialogEvent, type DialogState } from './dialog-state.ts';
import { SelectService } from './select-service.tsx';

/** The dialog about a connection, and how it is opened. */
export function useIntegrationDialog(): { send: (event: DialogEvent) => void; dialog: React.ReactNode } {
  const [state, send] = useReducer(changeDialog, closedDialog);
  return { send, dialog: state.isOpen && <IntegrationDialog state={state} send={send} /> };
}

/** First the connection itself, then what it is used for. */
function IntegrationDialog({ state, send }: { state: DialogState; send: (event: DialogEvent) => void }) {
  if (state.step === 'selectService' && state.integrationKey !== undefined)
    return <SelectService vendorName={state.vendorName} integrationKey={state.integrationKey} onClose={() => send({ type: 'close' })} />;
  return <ConnectionForm state={state} send={send} />;
}
