import cluster from 'node:cluster';
import { pino } from 'pino';
import { connectedWorkers, tellWorker } from './worker-channel.ts';
import { watchWorker } from './worker-watch.ts';

/** A primary with one worker for the test of the watch: the first worker answers ten questions and then stands still, the second one only answers. */
if (cluster.isPrimary) {
  const start = (task: 'stands still' | 'answers') => {
    const worker = cluster.fork({ TASK: task });
    watchWorker(worker, pino(), { period: 100, patience: 100 });
    return worker;
  };
  const first = start('stands still');
  first.once('disconnect', () => {
    console.log(`connected: ${connectedWorkers().length}`);
    tellWorker(first, { packhouse: 'are you there' });
  });
  first.once('exit', (_code, signal) => {
    console.log(`the first ended by ${signal}`);
    let answers = 0;
    const second = start('answers').on('message', () => {
      if (++answers < 15) return;
      console.log('the second still answers');
      second.kill();
    });
  });
} else {
  let answers = 0;
  process.on('message', () => {
    process.send?.({ packhouse: 'here' });
    if (++answers < 10 || process.env.TASK === 'answers') return;
    for (;;);
  });
}
