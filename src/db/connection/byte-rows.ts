import { EventEmitter } from 'node:events';
import pg from 'pg';

/**
 * The driver reads every value as text, so a sealed column arrives in hexadecimal: twice its size, written by Postgres and read by us digit
 * by digit. The statements of `asBytes` get their values as Postgres stores them.
 */
export function asBytes(statement: pg.QueryConfig): pg.QueryConfig {
  const binary = { ...statement, binary: true, types: plainTypes };
  return binary;
}

const byteaType = 17;
/** `bytea` stays as it is; text is the same in both formats. Other types have a separate binary format: do not select them. */
const plainTypes = {
  getTypeParser: (type: number) => (type === byteaType ? sameBytes : textOf),
}; // The library's type has an overload for each format.
const sameBytes = (value: Buffer) => value;
const textOf = (value: Buffer) => value.toString('utf8');

/** The driver's client, except that it can read the rows of `asBytes`, which the driver decodes as UTF-8. */
export class ByteRowsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    readByteRows(this.connection);
  }
}

type Attach = (stream: EventEmitter) => void;

function readByteRows(connection: pg.Connection): void {
  const attach = (connection as unknown as { attachListeners: Attach }).attachListeners.bind(connection);
  const attachAround: Attach = (stream) => {
    const others = new EventEmitter();
    attach(others);
    const take = createSplitter({
      onRow: (fields) => connection.emit('dataRow', { name: 'dataRow', fieldCount: fields.length, fields }),
      onOthers: (bytes) => others.emit('data', bytes),
    });
    stream.on('data', take);
    stream.on('end', () => others.emit('end'));
  };
  Object.defineProperty(connection, 'attachListeners', { value: attachAround });
}

/** A message is its kind (1 byte), its length without the kind (4), and its content. */
const headerBytes = 5;
const rowDescription = 'T'.charCodeAt(0);
const dataRow = 'D'.charCodeAt(0);

/** Takes the rows with binary values out of the messages of a connection. The order of messages stays. */
export function createSplitter({
  onRow,
  onOthers,
}: {
  onRow: (fields: (Buffer | string | null)[]) => void;
  /** One or more whole messages. */
  onOthers: (messages: Buffer) => void;
}): (chunk: Buffer) => void {
  /** The pieces of a message that has not arrived completely. */
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** Which fields of the current rows are binary. Null: none. */
  let binary: boolean[] | null = null;

  function hold(piece: Buffer): void {
    held.push(piece);
    heldBytes += piece.length;
  }

  function release(last: Buffer): Buffer {
    const whole = Buffer.concat([...held, last]);
    held = [];
    heldBytes = 0;
    return whole;
  }

  /** Handles the whole messages and holds what is left. */
  function split(bytes: Buffer): void {
    let at = 0;
    let othersFrom = 0;
    while (at + headerBytes <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) break;
      if (bytes[at] === rowDescription) {
        binary = binaryFieldsOf(bytes, at + headerBytes);
      } else if (bytes[at] === dataRow && binary !== null) {
        if (at > othersFrom) onOthers(bytes.subarray(othersFrom, at));
        onRow(fieldsOf(bytes, at + headerBytes, binary));
        othersFrom = end;
      }
      at = end;
    }
    if (at > othersFrom) onOthers(bytes.subarray(othersFrom, at));
    if (at < bytes.length) hold(bytes.subarray(at));
  }

  return (chunk) => {
    const [first] = held;
    if (first === undefined) {
      split(chunk);
      return;
    }
    if (first.length < headerBytes) {
      split(release(chunk));
      return;
    }
    const missing = 1 + first.readUInt32BE(1) - heldBytes;
    if (chunk.length < missing) {
      hold(chunk);
      return;
    }
    split(release(chunk.subarray(0, missing)));
    if (chunk.length > missing) split(chunk.subarray(missing));
  };
}

/** From the description of a result, whose fields end with their format: 0 is text. */
function binaryFieldsOf(bytes: Buffer, from: number): boolean[] | null {
  const count = bytes.readInt16BE(from);
  const found: boolean[] = [];
  let at = from + 2;
  for (let field = 0; field < count; field += 1) {
    const name = bytes.indexOf(0, at);
    found.push(bytes.readInt16BE(name + 17) !== 0);
    at = name + 19;
  }
  return found.includes(true) ? found : null;
}

function fieldsOf(bytes: Buffer, from: number, binary: readonly boolean[]): (Buffer | string | null)[] {
  const count = bytes.readInt16BE(from);
  const fields: (Buffer | string | null)[] = [];
  let at = from + 2;
  for (let field = 0; field < count; field += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) {
      fields.push(null);
    } else {
      const end = at + length;
      fields.push(binary[field] === true ? bytes.subarray(at, end) : bytes.toString('utf8', at, end));
      at = end;
    }
  }
  return fields;
}
