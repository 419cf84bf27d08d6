import { MessageWriter } from './message-writer.ts';
import { attributeTypes, elementTypes, fields } from './onnx-fields.ts';

/** Integers, lists of integers or texts: the types that our operators need. */
export type Attribute = number | readonly number[] | string;
/** The name of a value in the graph. */
export type ValueName = string;
/** A number, or the name of a dimension that is known only at run time. */
export type Dimension = number | string;

/** Versions of the file format and of the operators (ONNX 1.10). */
const irVersion = 8;
const operatorSetVersion = 13;

/** Builds an ONNX file of float32 tensors. The same calls always give the same bytes. */
export class GraphBuilder {
  readonly #name: string;
  readonly #nodes: MessageWriter[] = [];
  readonly #tensors: MessageWriter[] = [];
  readonly #inputs: MessageWriter[] = [];
  readonly #outputs: MessageWriter[] = [];
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  input(name: ValueName, dims: readonly Dimension[]): ValueName {
    this.#inputs.push(valueMessage(name, dims));
    return name;
  }

  /** Makes a value an output of the graph under this name. */
  output(value: ValueName, name: string, dims: readonly Dimension[]): void {
    this.#node('Identity', [value], {}, name);
    this.#outputs.push(valueMessage(name, dims));
  }

  floats(dims: readonly number[], data: Float32Array): ValueName {
    return this.#tensor(dims, elementTypes.float32, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }

  /** A list of integers, for shapes and paddings. */
  integers(values: readonly number[]): ValueName {
    const data = BigInt64Array.from(values, BigInt);
    return this.#tensor([values.length], elementTypes.int64, Buffer.from(data.buffer));
  }

  node(
    operator: string,
    inputs: readonly ValueName[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): ValueName {
    return this.#node(operator, inputs, attributes, this.#newName());
  }

  end(): Buffer {
    const graph = new MessageWriter();
    for (const node of this.#nodes) graph.message(fields.graph.nodes, node);
    graph.bytes(fields.graph.name, this.#name);
    for (const tensor of this.#tensors) graph.message(fields.graph.tensors, tensor);
    for (const input of this.#inputs) graph.message(fields.graph.inputs, input);
    for (const output of this.#outputs) graph.message(fields.graph.outputs, output);
    const operatorSet = new MessageWriter()
      .bytes(fields.operatorSet.domain, '')
      .integer(fields.operatorSet.version, operatorSetVersion);
    return new MessageWriter()
      .integer(fields.model.irVersion, irVersion)
      .bytes(fields.model.producer, 'verify')
      .message(fields.model.graph, graph)
      .message(fields.model.operatorSets, operatorSet)
      .end();
  }

  #newName(): ValueName {
    return `v${this.#count++}`;
  }

  #tensor(dims: readonly number[], elementType: number, data: Uint8Array): ValueName {
    const name = this.#newName();
    const tensor = new MessageWriter();
    for (const dim of dims) tensor.integer(fields.tensor.dims, dim);
    tensor.integer(fields.tensor.elementType, elementType).bytes(fields.tensor.name, name);
    this.#tensors.push(tensor.bytes(fields.tensor.rawData, data));
    return name;
  }

  #node(
    operator: string,
    inputs: readonly ValueName[],
    attributes: Readonly<Record<string, Attribute>>,
    output: ValueName,
  ): ValueName {
    const node = new MessageWriter();
    for (const input of inputs) node.bytes(fields.node.inputs, input);
    node.bytes(fields.node.outputs, output).bytes(fields.node.name, output).bytes(fields.node.operator, operator);
    for (const [name, value] of Object.entries(attributes)) {
      node.message(fields.node.attributes, attributeMessage(name, value));
    }
    this.#nodes.push(node);
    return output;
  }
}

function attributeMessage(name: string, value: Attribute): MessageWriter {
  const { attribute } = fields;
  const message = new MessageWriter().bytes(attribute.name, name);
  if (typeof value === 'number') {
    return message.integer(attribute.integer, value).integer(attribute.type, attributeTypes.integer);
  }
  if (typeof value === 'string') {
    return message.bytes(attribute.text, value).integer(attribute.type, attributeTypes.text);
  }
  for (const item of value) message.integer(attribute.integers, item);
  return message.integer(attribute.type, attributeTypes.integers);
}

function valueMessage(name: string, dims: readonly Dimension[]): MessageWriter {
  const shape = new MessageWriter();
  for (const dim of dims) {
    const dimension = new MessageWriter();
    if (typeof dim === 'number') dimension.integer(fields.dimension.size, dim);
    else dimension.bytes(fields.dimension.name, dim);
    shape.message(fields.shape.dims, dimension);
  }
  const tensorType = new MessageWriter()
    .integer(fields.tensorType.elementType, elementTypes.float32)
    .message(fields.tensorType.shape, shape);
  return new MessageWriter()
    .bytes(fields.value.name, name)
    .message(fields.value.type, new MessageWriter().message(fields.type.tensor, tensorType));
}
