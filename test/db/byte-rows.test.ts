import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asBytes, createSplitter } from '../../src/db/connection/byte-rows.ts';
import { byteaArray } from '../../src/db/connection/bytea-array.ts';
import { connect, type Connections } from '../../src/db/connection/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let connections: Connections;
beforeAll(async () => {
  database = await createTestDatabase();
  connections = connect({ url: database.url, poolSize: 1 });
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

const every = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

/** `large` is more than one read of a socket brings. */
const read = (values: Buffer[]) =>
  connections.pool.query<{ name: string; word: string; nothing: null; value: Buffer }>(
    asBytes({
      name: 'read-bytes',
      text: `select n::text as name, 'Größe 名' as word, null::bytea as nothing, value
               from unnest($1::bytea[]) with ordinality as given (value, n) order by n`,
      values: [values],
    }),
  );

test('values arrive as they are stored: every byte, none, and more than one read of a socket brings', async () => {
  const large = randomBytes(3_000_000);
  const values = [every, Buffer.alloc(0), large, Buffer.from('text'), randomBytes(70_000)];
  const { rows } = await read(values);
  expect(rows.map(({ value: _value, ...others }) => others)).toEqual(
    values.map((_, index) => ({ name: String(index + 1), word: 'Größe 名', nothing: null })),
  );
  expect(rows.every(({ value }, index) => values[index]?.equals(value))).toBe(true);
});

test('other statements on the same connection are not affected, neither is one after an error', async () => {
  const others = async () => {
    const { rows } = await connections.pool.query({
      text: `select $1::bytea as value, 7 as number, now() as at, 'Größe' as word, array['a', 'b'] as list`,
      values: [every],
    });
    return rows[0] as unknown;
  };
  const expected = { value: every, number: 7, at: expect.any(Date) as Date, word: 'Größe', list: ['a', 'b'] };
  expect(await others()).toEqual(expected);
  expect((await read([every])).rows).toHaveLength(1);
  expect(await others()).toEqual(expected);
  const broken = asBytes({ text: `select 1 / (n - 2) from generate_series(1, 3) n` });
  await expect(connections.pool.query(broken)).rejects.toThrow(/division by zero/);
  expect(await others()).toEqual(expected);
  expect((await read([every])).rows[0]).toMatchObject({ value: every });
  expect(await connections.prisma.$queryRaw`select 'Größe' as word, 1::int as number`).toEqual([
    { word: 'Größe', number: 1 },
  ]);
});

const message = (kind: string, content: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, content]);
};
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const field = (name: string, format: number) =>
  Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(16), int16(format)]);
const row = (value: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(value.length);
  return message('D', Buffer.concat([int16(1), length, value]));
};

test('wherever the network cuts them, all messages arrive once, whole and in order', () => {
  const messages = [
    message('2', Buffer.alloc(0)),
    message('T', Buffer.concat([int16(1), field('value', 1)])),
    row(every),
    message('N', Buffer.from('a notice')),
    row(Buffer.alloc(0)),
    message('C', Buffer.from('SELECT 2\0')),
    message('T', Buffer.concat([int16(1), field('word', 0)])),
    row(Buffer.from('read by the driver')),
    message('Z', Buffer.from('I')),
  ];
  const stream = Buffer.concat(messages);
  for (let cut = 1; cut < stream.length; cut += 1) {
    for (const pieces of [[cut], [cut, cut + 1], [cut, cut + 3, cut + 300]]) {
      const seen: Buffer[] = [];
      const take = createSplitter({
        onRow: ([value]) => seen.push(row(value as Buffer)),
        onOthers: (bytes) => seen.push(Buffer.from(bytes)),
      });
      [0, ...pieces].forEach((from, index) => {
        take(Buffer.from(stream.subarray(from, pieces[index])));
      });
      expect(Buffer.concat(seen).equals(stream)).toBe(true);
    }
  }
});

test('an array of bytes in Postgres’s binary format arrives as the driver’s own form of it does', async () => {
  const some = () => randomBytes(randomInt(4) === 0 ? randomInt(40_000) : randomInt(300));
  const lists = [
    [],
    [Buffer.alloc(0)],
    [every],
    ...Array.from({ length: 60 }, () => Array.from({ length: randomInt(20) }, some)),
  ];
  for (const values of lists) {
    const { rows } = await connections.pool.query<{ same: boolean; arrived: Buffer[] }>(
      'select $1::bytea[] = $2::bytea[] as same, $2::bytea[] as arrived',
      [values, byteaArray(values)],
    );
    expect(rows.map(({ same, arrived }) => [same, arrived.length])).toEqual([[true, values.length]]);
    expect(rows[0]?.arrived.every((value, index) => values[index]?.equals(value))).toBe(true);
  }
});
