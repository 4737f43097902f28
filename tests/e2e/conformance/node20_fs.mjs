export * from 'node:fs';
export { default } from 'node:fs';

export function globSync() {
  throw new Error('this needs Node 22');
}
