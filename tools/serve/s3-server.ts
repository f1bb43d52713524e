import { spawn } from 'node:child_process';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { client } from '../clients.ts';
import { freePort } from './free-port.ts';

export interface S3Server {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): void;
}

async function answering(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error(`${url} does not answer`);
}

/** A server on loopback that speaks S3, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
  const bucket = 'packages';
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const server = spawn(client('moto-server'), ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  await answering(endpoint);
  const admin = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await admin.send(new CreateBucketCommand({ Bucket: bucket }));
  admin.destroy();
  return { endpoint, bucket, ...credentials, stop: () => void server.kill() };
}
