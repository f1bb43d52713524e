import { limitAtOnce } from '@packhouse/limits/turns.ts';
import type { BucketContext } from './bucket-context.ts';
import { carryOut } from './carry-out.ts';
import { type OrderRow, renewOrders, selectOrder } from './order-queries.ts';

/** So many deployments are called beside each other. */
const atOnce = 16;
/** Milliseconds; a third of how long nobody else looks at an order. */
const renewEvery = 30_000;

/** Keeps orders from being settled as those of a process that has ended, while they wait for their turn. */
function holdWaiting(context: BucketContext, waiting: ReadonlySet<string>): () => void {
  const renew = () =>
    void renewOrders(context.db, [...waiting]).catch((error: unknown) => context.log.warn({ err: error }, 'orders that wait were not held on to'));
  const timer = setInterval(renew, renewEvery);
  return () => clearInterval(timer);
}

/** Carries orders out and tells what came of each. */
export async function carryOutAll(context: BucketContext, orders: readonly OrderRow[]): Promise<OrderRow[]> {
  const { db } = context;
  const turns = limitAtOnce({ atOnce, waiting: orders.length });
  const waiting = new Set(orders.slice(atOnce).map(({ id }) => id));
  const letGo = holdWaiting(context, waiting);
  const begin = async (order: OrderRow) => {
    if (waiting.delete(order.id)) await renewOrders(db, [order.id]);
    await carryOut(context, order);
  };
  try {
    await Promise.all(orders.map((order) => turns.run(() => begin(order))));
  } finally {
    letGo();
  }
  const after = await Promise.all(orders.map(({ id }) => selectOrder(db, id)));
  return after.map((row, index) => row ?? orders[index]!);
}
