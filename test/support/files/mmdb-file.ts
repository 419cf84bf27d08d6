import { writeFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';

/** Values in a record of the file. Whole numbers become unsigned integers, others doubles. */
export type MmdbValue = string | number | boolean | readonly MmdbValue[] | { readonly [key: string]: MmdbValue };

const recordBits = 24;
type Tree = { children: [Node, Node] };
type Node = Tree | { data: number } | null;

/**
 * Writes a file of the MaxMind DB format 2.0 (https://maxmind.github.io/MaxMind-DB/): a search tree over the bits of IPv6
 * addresses, with IPv4 below ::/96, 16 zero bytes, the data and the metadata. `records`: from CIDR to what is known of it.
 */
export function writeMmdbFile(
  file: string,
  databaseType: string,
  records: Readonly<Record<string, MmdbValue>>,
  madeAtSeconds = 1_700_000_000,
): void {
  const root: Tree = { children: [null, null] };
  const data: Buffer[] = [];
  let dataLength = 0;
  for (const [cidr, value] of Object.entries(records)) {
    insert(root, bitsOf(cidr), { data: dataLength });
    const bytes = encode(value);
    data.push(bytes);
    dataLength += bytes.length;
  }
  const trees = numbered(root);
  const tree = Buffer.alloc((trees.size * recordBits * 2) / 8);
  for (const [{ children }, index] of trees) {
    children.forEach((child, side) => tree.writeUIntBE(pointerTo(child, trees), index * 6 + side * 3, 3));
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: madeAtSeconds,
    database_type: databaseType,
    description: { en: 'made up' },
    ip_version: 6,
    languages: ['en'],
    node_count: trees.size,
    record_size: recordBits,
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]));
}

function bitsOf(cidr: string): number[] {
  const [network, length] = ipaddr.parseCIDR(cidr);
  const bytes = network.toByteArray();
  const padded = [...Array.from({ length: 16 - bytes.length }, () => 0), ...bytes];
  const all = padded.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
  return all.slice(0, length + (16 - bytes.length) * 8);
}

function insert(root: Tree, bits: readonly number[], leaf: Node): void {
  let at = root;
  bits.forEach((bit, depth) => {
    const side = bit === 0 ? 0 : 1;
    if (depth === bits.length - 1) {
      at.children[side] = leaf;
      return;
    }
    const next = at.children[side] ?? { children: [null, null] };
    if ('data' in next) throw new Error('networks overlap');
    at.children[side] = next;
    at = next;
  });
}

function numbered(root: Tree): Map<Tree, number> {
  const trees = new Map<Tree, number>();
  const walk = (tree: Tree): void => {
    trees.set(tree, trees.size);
    for (const child of tree.children) if (child !== null && 'children' in child) walk(child);
  };
  walk(root);
  return trees;
}

/** A node by its number; nothing by the number of nodes; data after both the nodes and the 16 zero bytes. */
function pointerTo(node: Node, trees: ReadonlyMap<Tree, number>): number {
  if (node === null) return trees.size;
  return 'data' in node ? trees.size + 16 + node.data : (trees.get(node) ?? 0);
}

const types = { string: 2, double: 3, uint32: 6, map: 7, array: 11, boolean: 14 };

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(types.string, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'boolean') return control(types.boolean, value ? 1 : 0);
  if (typeof value === 'number') return encodeNumber(value);
  if (isList(value)) return Buffer.concat([control(types.array, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(types.map, entries.length), ...entries.flatMap((pair) => pair.map(encode))]);
}

const isList = (value: object): value is readonly MmdbValue[] => Array.isArray(value);

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(Number.isInteger(value) && value >= 0 ? 4 : 8);
  if (bytes.length === 4) bytes.writeUInt32BE(value);
  else bytes.writeDoubleBE(value);
  return Buffer.concat([control(bytes.length === 4 ? types.uint32 : types.double, bytes.length), bytes]);
}

/** The type in the upper three bits, or zero there and the type less seven in a separate byte; then the size, below 285. */
function control(type: number, size: number): Buffer {
  const isLong = size >= 29;
  const first = ((type > 7 ? 0 : type) << 5) | (isLong ? 29 : size);
  return Buffer.from([first, ...(type > 7 ? [type - 7] : []), ...(isLong ? [size - 29] : [])]);
}
