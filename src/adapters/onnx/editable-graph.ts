import { readFields, type Field } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import { attributeTypes, elementTypes, fields } from './onnx-fields.ts';

/** A constant of floats. */
export interface FloatTensor {
  dims: readonly number[];
  data: Float32Array;
}

export type NodeAttribute = number | readonly number[];

/** An operation of the graph. */
export interface GraphNode {
  operator: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Numbers and lists of integers; other attributes are in `attributeMessages` only. */
  attributes: Readonly<Record<string, NodeAttribute>>;
  attributeMessages: readonly Buffer[];
}

/** An ONNX file whose operations can be changed. Everything else stays as it is in the file. */
export class EditableGraph {
  readonly #model: readonly Field[];
  readonly #graph: readonly Field[];
  readonly #outputs: ReadonlySet<string>;
  readonly #constants = new Map<string, FloatTensor>();
  /** Constants of the file that were not needed yet: most of its bytes, which are not taken apart. */
  readonly #unread = new Map<string, Buffer>();
  #nodes: GraphNode[] = [];
  #count = 0;
  #hasOutputShapes = true;

  constructor(file: Buffer) {
    this.#model = readFields(file);
    this.#graph = readFields(bytesOf(this.#model, fields.model.graph)[0] ?? Buffer.alloc(0));
    this.#outputs = new Set(
      bytesOf(this.#graph, fields.graph.outputs).map((value) => textOf(value, fields.value.name)),
    );
    for (const message of bytesOf(this.#graph, fields.graph.nodes)) {
      const node = readNode(message);
      const tensor = node.operator === 'Constant' ? tensorOf(node) : null;
      if (tensor === null) this.#nodes.push(node);
      else this.#unread.set(node.outputs[0] ?? '', tensor);
    }
    for (const message of bytesOf(this.#graph, fields.graph.tensors)) {
      this.#unread.set(textOf(message, fields.tensor.name), message);
    }
  }

  nodes(): readonly GraphNode[] {
    return this.#nodes;
  }

  /** A constant of floats by its name; undefined for other values. */
  constant(name: string | undefined): FloatTensor | undefined {
    if (name === undefined) return undefined;
    const known = this.#constants.get(name);
    const message = this.#unread.get(name);
    if (known !== undefined || message === undefined) return known;
    const tensor = readTensor(message);
    if (tensor === null) return undefined;
    this.#constants.set(name, tensor);
    return tensor;
  }

  /** The name of a new constant. */
  addConstant(tensor: FloatTensor): string {
    const name = this.newName();
    this.#constants.set(name, tensor);
    return name;
  }

  /** A name that no value has, also in a file that was changed before. */
  newName(): string {
    for (;;) {
      const name = `folded.${this.#count++}`;
      const isUsed = this.#unread.has(name) || this.#nodes.some(({ outputs }) => outputs.includes(name));
      if (!isUsed) return name;
    }
  }

  usersOf(value: string | undefined): GraphNode[] {
    return this.#nodes.filter(({ inputs }) => value !== undefined && inputs.includes(value));
  }

  /** The only operation that uses a node's only output; null when there are others, or the output is one of the graph. */
  onlyUserOf({ outputs }: GraphNode): GraphNode | null {
    const [output, ...others] = outputs;
    const [user, ...more] = this.usersOf(output);
    const isAlone = output !== undefined && others.length === 0 && more.length === 0 && !this.#outputs.has(output);
    return isAlone && user !== undefined ? user : null;
  }

  /** Puts operations into the place of the first of `old`, and removes all of `old`. */
  replace(old: readonly GraphNode[], by: readonly GraphNode[]): void {
    const place = this.#nodes.findIndex((node) => old.includes(node));
    const before = this.#nodes.slice(0, place);
    const after = this.#nodes.slice(place).filter((node) => !old.includes(node));
    this.#nodes = [...before, ...by, ...after];
  }

  /** For changes after which the outputs of the graph, which are of floats, have other shapes than the file says. */
  forgetOutputShapes(): void {
    this.#hasOutputShapes = false;
  }

  /** The file with the changed operations and the constants that they use. */
  end(): Buffer {
    const used = new Set(this.#nodes.flatMap(({ inputs }) => inputs));
    const graph = new MessageWriter();
    for (const node of this.#nodes) graph.message(fields.graph.nodes, nodeMessage(node));
    for (const [name, message] of this.#unread) {
      if (used.has(name)) graph.message(fields.graph.tensors, named(message, name));
    }
    for (const [name, tensor] of this.#constants) {
      if (used.has(name) && !this.#unread.has(name)) graph.message(fields.graph.tensors, tensorMessage(name, tensor));
    }
    if (!this.#hasOutputShapes)
      for (const name of this.#outputs) graph.message(fields.graph.outputs, floatsNamed(name));
    const rewritten: readonly number[] = [
      fields.graph.nodes,
      fields.graph.tensors,
      ...(this.#hasOutputShapes ? [] : [fields.graph.outputs]),
    ];
    for (const field of this.#graph) if (!rewritten.includes(field.number)) write(graph, field);
    const model = new MessageWriter();
    for (const field of this.#model) {
      if (field.number === fields.model.graph) model.message(fields.model.graph, graph);
      else write(model, field);
    }
    return model.end();
  }
}

function write(message: MessageWriter, { number, integer, bytes }: Field): void {
  if (integer !== undefined) message.integer(number, integer);
  else message.bytes(number, bytes);
}

function bytesOf(message: readonly Field[], number: number): Buffer[] {
  return message.flatMap((field) => (field.number === number && field.bytes !== undefined ? [field.bytes] : []));
}

function textOf(message: Buffer, number: number): string {
  return bytesOf(readFields(message), number)[0]?.toString('utf8') ?? '';
}

function readNode(message: Buffer): GraphNode {
  const own = readFields(message);
  const texts = (number: number) => bytesOf(own, number).map((text) => text.toString('utf8'));
  const attributeMessages = bytesOf(own, fields.node.attributes);
  return {
    operator: texts(fields.node.operator)[0] ?? '',
    inputs: texts(fields.node.inputs),
    outputs: texts(fields.node.outputs),
    attributes: Object.fromEntries(attributeMessages.flatMap(readAttribute)),
    attributeMessages,
  };
}

function readAttribute(message: Buffer): [string, NodeAttribute][] {
  const own = readFields(message);
  const name = bytesOf(own, fields.attribute.name)[0]?.toString('utf8') ?? '';
  const integersOf = (number: number) =>
    own.flatMap((field) =>
      field.number === number && field.integer !== undefined ? [Number(BigInt.asIntN(64, field.integer))] : [],
    );
  const [type] = integersOf(fields.attribute.type);
  switch (type) {
    case attributeTypes.float:
      return [[name, bytesOf(own, fields.attribute.float)[0]?.readFloatLE() ?? 0]];
    case attributeTypes.integer:
      return [[name, integersOf(fields.attribute.integer)[0] ?? 0]];
    case attributeTypes.integers:
      return [[name, integersOf(fields.attribute.integers)]];
    default:
      return [];
  }
}

/** The tensor of a node for a constant; null when the constant has another form. */
function tensorOf({ attributeMessages }: GraphNode): Buffer | null {
  const [attribute] = attributeMessages;
  const [tensor] = attribute === undefined ? [] : bytesOf(readFields(attribute), fields.attribute.tensor);
  return tensor ?? null;
}

/** A value of floats of any shape. */
function floatsNamed(name: string): MessageWriter {
  const tensor = new MessageWriter().integer(fields.tensorType.elementType, elementTypes.float32);
  const type = new MessageWriter().message(fields.type.tensor, tensor);
  return new MessageWriter().bytes(fields.value.name, name).message(fields.value.type, type);
}

/** A tensor's message under another name. */
function named(message: Buffer, name: string): MessageWriter {
  const renamed = new MessageWriter().bytes(fields.tensor.name, name);
  for (const field of readFields(message)) if (field.number !== fields.tensor.name) write(renamed, field);
  return renamed;
}

/** Null for other element types. */
function readTensor(message: Buffer): FloatTensor | null {
  const own = readFields(message);
  const integers = (number: number) =>
    own.flatMap((field) => (field.number === number && field.integer !== undefined ? [Number(field.integer)] : []));
  const dims = integers(fields.tensor.dims);
  const [raw = Buffer.concat(bytesOf(own, fields.tensor.floats))] = bytesOf(own, fields.tensor.rawData);
  const count = dims.reduce((product, size) => product * size, 1);
  if (integers(fields.tensor.elementType)[0] !== elementTypes.float32 || raw.length !== 4 * count) return null;
  return { dims, data: new Float32Array(new Uint8Array(raw).buffer) };
}

function nodeMessage({ operator, inputs, outputs, attributeMessages }: GraphNode): MessageWriter {
  const node = new MessageWriter();
  for (const input of inputs) node.bytes(fields.node.inputs, input);
  for (const output of outputs) node.bytes(fields.node.outputs, output);
  node.bytes(fields.node.name, outputs[0] ?? '').bytes(fields.node.operator, operator);
  for (const attribute of attributeMessages) node.bytes(fields.node.attributes, attribute);
  return node;
}

function tensorMessage(name: string, { dims, data }: FloatTensor): MessageWriter {
  const tensor = new MessageWriter();
  for (const dim of dims) tensor.integer(fields.tensor.dims, dim);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return tensor
    .integer(fields.tensor.elementType, elementTypes.float32)
    .bytes(fields.tensor.name, name)
    .bytes(fields.tensor.rawData, bytes);
}

type NumbersByName = Readonly<Record<string, number>>;

/** A node that is not in the file. */
export function newNode(
  operator: string,
  inputs: readonly string[],
  output: string,
  { floats = {}, integers = {} }: { floats?: NumbersByName; integers?: NumbersByName } = {},
): GraphNode {
  const attribute = (name: string) => new MessageWriter().bytes(fields.attribute.name, name);
  const ofFloats = Object.entries(floats).map(([name, value]) =>
    attribute(name).float(fields.attribute.float, value).integer(fields.attribute.type, attributeTypes.float),
  );
  const ofIntegers = Object.entries(integers).map(([name, value]) =>
    attribute(name).integer(fields.attribute.integer, value).integer(fields.attribute.type, attributeTypes.integer),
  );
  const attributeMessages = [...ofFloats, ...ofIntegers].map((message) => message.end());
  return { operator, inputs, outputs: [output], attributes: { ...floats, ...integers }, attributeMessages };
}

/** A convolution that multiplies each channel by one weight, and adds its bias if there are any. */
export function channelwise(
  graph: EditableGraph,
  x: string,
  output: string,
  weights: Float32Array,
  bias?: Float32Array,
): GraphNode {
  const channels = weights.length;
  const named = [graph.addConstant({ dims: [channels, 1, 1, 1], data: weights })];
  if (bias !== undefined) named.push(graph.addConstant({ dims: [channels], data: bias }));
  return newNode('Conv', [x, ...named], output, { integers: { group: channels } });
}
