import { constants } from '@packhouse/contract/constants.ts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button, IconButton } from '../control/button.tsx';
import { Icon, type IconName } from '../control/icon.tsx';
import { Why } from '../control/why.tsx';
import { words } from '../ui-words.ts';
import './notifications.css';

export type NotificationKind = 'good' | 'info' | 'warning' | 'bad';

/** How long a notification stays: failures and warnings have more to be read. */
export const notificationDurations = constants.notifications;

export interface Notification {
  id: number;
  kind: NotificationKind;
  text: string;
  detail?: string;
  /** The server's words, where the text says it otherwise. */
  refusal?: string;
  action?: { label: string; run: () => void };
  /** Milliseconds; undefined keeps it until it is closed. */
  duration: number | undefined;
}

type Extra = Partial<Pick<Notification, 'detail' | 'refusal' | 'action' | 'duration'>>;

let list: readonly Notification[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

function change(next: readonly Notification[]): void {
  list = next;
  for (const watcher of watchers) watcher();
}

function add(kind: NotificationKind, text: string, extra: Extra = {}): number {
  lastId += 1;
  const id = lastId;
  const duration = 'duration' in extra ? extra.duration : kind === 'bad' || kind === 'warning' ? notificationDurations.long : notificationDurations.short;
  const same = list.filter((one) => one.text !== text || one.kind !== kind || one.detail !== extra.detail);
  change([...same.slice(-3), { ...extra, id, kind, text, duration }]);
  return id;
}

/** Short messages in the corner. They vanish by themselves, wait while pointed at, and can be closed. */
export const notify = {
  good: (text: string, extra?: Extra) => add('good', text, extra),
  info: (text: string, extra?: Extra) => add('info', text, extra),
  warning: (text: string, extra?: Extra) => add('warning', text, extra),
  bad: (text: string, extra?: Extra) => add('bad', text, extra),
  close: (id: number) => change(list.filter((one) => one.id !== id)),
  closeAll: () => change([]),
};

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const icons: Record<NotificationKind, IconName> = { good: 'good', info: 'info', warning: 'warning', bad: 'bad' };

/** Where notifications appear; the shell renders one. */
export function NotificationArea() {
  const shown = useSyncExternalStore(subscribe, () => list);
  return (
    <section className="ph-notifications" aria-label={words().notifications}>
      {shown.map((one) => (
        <Toast key={one.id} notification={one} />
      ))}
    </section>
  );
}

function Toast({ notification }: { notification: Notification }) {
  const { id, kind, text, detail, refusal = text, action, duration } = notification;
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (duration === undefined || !element) return;
    let timer = window.setTimeout(() => notify.close(id), duration);
    const wait = () => window.clearTimeout(timer);
    const go = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => notify.close(id), duration);
    };
    const listeners = [['pointerenter', wait] as const, ['focusin', wait] as const, ['pointerleave', go] as const, ['focusout', go] as const];
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      window.clearTimeout(timer);
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  }, [id, duration]);
  return (
    <div ref={holder} role={kind === 'bad' || kind === 'warning' ? 'alert' : 'status'} className={`ph-toast ph-toast-${kind}`}>
      <Icon name={icons[kind]} size={18} label={words().kinds[kind]} />
      <div className="ph-toast-text">
        <p>{text}</p>
        {detail && <p className="ph-toast-detail">{detail}</p>}
      </div>
      {!action && <Why text={refusal} />}
      {action && (
        <Button
          size="small"
          onClick={() => {
            notify.close(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" size="small" label={words().close} onClick={() => notify.close(id)} />
    </div>
  );
}
