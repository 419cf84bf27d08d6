import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { GraphBuilder, type Attribute, type ValueName } from './graph-builder.ts';
import { readTfjsWeights, weightsManifestSchema, type WeightTensor } from './tfjs-weights.ts';
import { toOnnxFilter } from './to-onnx-filter.ts';

const list = z.object({
  list: z.object({ i: z.array(z.coerce.number()).optional(), s: z.array(z.string()).optional() }),
});
const attributeSchema = z.union([list, z.object({ s: z.string() }), z.unknown()]);
const nodeSchema = z.object({
  name: z.string(),
  op: z.string(),
  input: z.array(z.string()).default([]),
  attr: z.record(z.string(), attributeSchema).default({}),
});
type TfNode = z.infer<typeof nodeSchema>;

const tensorInfoSchema = z.object({
  name: z.string(),
  tensorShape: z.object({ dim: z.array(z.object({ size: z.coerce.number() })) }),
});
const signatureSchema = z.object({
  inputs: z.record(z.string(), tensorInfoSchema),
  outputs: z.record(z.string(), tensorInfoSchema),
});
const modelSchema = z.object({
  modelTopology: z.object({ node: z.array(nodeSchema) }),
  weightsManifest: weightsManifestSchema,
  signature: signatureSchema.optional(),
  userDefinedMetadata: z.object({ signature: signatureSchema }).optional(),
});

/**
 * A tensor of the original in one of two layouts: TensorFlow keeps channels last, ONNX computes with channels second. Converting only on
 * demand keeps most of the graph free of transpositions.
 */
interface Value {
  channelsLast?: ValueName;
  channelsSecond?: ValueName;
  constant?: WeightTensor;
}

/**
 * Converts a TensorFlow.js graph model (its JSON file, with the weights in the same folder) to ONNX, with the same names of inputs and
 * outputs, in the layout of the original. Covers the operators that face models use.
 * @throws for any other operator
 */
export function convertTfjsGraph(jsonPath: string): Buffer {
  const model = modelSchema.parse(JSON.parse(readFileSync(jsonPath, 'utf8')));
  const signature = model.signature ?? model.userDefinedMetadata?.signature;
  if (signature === undefined) throw new Error(`${basename(jsonPath)} names no inputs and outputs`);
  const weights = readTfjsWeights(join(jsonPath, '..'), model.weightsManifest);
  const nodes = new Map(model.modelTopology.node.map((node) => [node.name, node]));
  const graph = new GraphBuilder(basename(jsonPath, '.json'));
  const values = new Map<string, Value>();

  function valueOf(reference: string): Value {
    const name = bareName(reference);
    const known = values.get(name);
    if (known !== undefined) return known;
    const node = nodes.get(name);
    if (node === undefined) throw new Error(`The graph has no node ${name}`);
    const value = convert(node);
    values.set(name, value);
    return value;
  }

  function channelsLast(value: Value): ValueName {
    value.channelsLast ??=
      value.constant === undefined
        ? graph.node('Transpose', [present(value.channelsSecond)], { perm: [0, 2, 3, 1] })
        : graph.floats(value.constant.shape, value.constant.data);
    return value.channelsLast;
  }

  function channelsSecond(value: Value): ValueName {
    value.channelsSecond ??= graph.node('Transpose', [channelsLast(value)], { perm: [0, 3, 1, 2] });
    return value.channelsSecond;
  }

  /** One number per channel, shaped to broadcast over rows and columns. Null for any other constant. */
  function perChannel({ shape, data }: WeightTensor): ValueName | null {
    const channels = shape.at(-1) ?? 1;
    return data.length === channels ? graph.floats([channels, 1, 1], data) : null;
  }

  function convert(node: TfNode): Value {
    const inputs = node.input.filter((reference) => !reference.startsWith('^'));
    const input = (index: number): Value => valueOf(present(inputs[index]));
    const constant = (index: number): WeightTensor => present(input(index).constant);
    switch (node.op) {
      case 'Const':
        return { constant: present(weights.get(node.name)) };
      case 'Placeholder':
        return { channelsLast: graph.input(node.name, inputDims(node.name)) };
      case 'Identity':
        return input(0);
      case '_FusedConv2D':
      case 'DepthwiseConv2dNative':
        return convolution(node, input);
      case 'MaxPool': {
        const [, height = 1, width = 1] = numbers(node, 'ksize');
        const attributes = { kernel_shape: [height, width], strides: spatial(node, 'strides'), ...padding(node) };
        return { channelsSecond: graph.node('MaxPool', [channelsSecond(input(0))], attributes) };
      }
      case 'Relu':
      case 'Sigmoid': {
        const value = input(0);
        return value.channelsSecond === undefined
          ? { channelsLast: graph.node(node.op, [channelsLast(value)]) }
          : { channelsSecond: graph.node(node.op, [value.channelsSecond]) };
      }
      case 'Prelu': {
        const slope = perChannel(constant(1));
        if (slope === null) throw new Error(`${node.name} has more than one slope a channel`);
        return { channelsSecond: graph.node('PRelu', [channelsSecond(input(0)), slope]) };
      }
      case 'AddV2':
        return { channelsSecond: graph.node('Add', [channelsSecond(input(0)), channelsSecond(input(1))]) };
      case 'Pad': {
        const amounts = constant(1).data;
        const inOrder = (side: number) => [0, 3, 1, 2].map((axis) => amounts[axis * 2 + side] ?? 0);
        const pads = graph.integers([...inOrder(0), ...inOrder(1)]);
        return { channelsSecond: graph.node('Pad', [channelsSecond(input(0)), pads], { mode: 'constant' }) };
      }
      case 'Reshape':
        return { channelsLast: graph.node('Reshape', [channelsLast(input(0)), graph.integers([...constant(1).data])]) };
      case 'ConcatV2': {
        const parts = inputs.slice(0, -1).map((reference) => channelsLast(valueOf(reference)));
        const axis = constant(inputs.length - 1).data[0] ?? 0;
        return { channelsLast: graph.node('Concat', parts, { axis }) };
      }
      default:
        throw new Error(`The operator ${node.op} of ${node.name} is not known here`);
    }
  }

  function convolution(node: TfNode, input: (index: number) => Value): Value {
    const depthwise = node.op === 'DepthwiseConv2dNative';
    const filter = present(input(1).constant);
    const { shape, data } = toOnnxFilter(filter, depthwise);
    const [outputs = 0, , height = 0, width = 0] = shape;
    const fused = texts(node, 'fused_ops');
    const operands = [channelsSecond(input(0)), graph.floats(shape, data)];
    let next = 2;
    if (fused[0] === 'BiasAdd') operands.push(graph.floats([outputs], present(input(next++).constant).data));
    let value = graph.node('Conv', operands, {
      kernel_shape: [height, width],
      strides: spatial(node, 'strides'),
      dilations: spatial(node, 'dilations'),
      group: depthwise ? (filter.shape[2] ?? 1) : 1,
      ...padding(node),
    });
    for (const activation of fused.filter((name) => name !== 'BiasAdd')) {
      if (activation === 'Relu') value = graph.node('Relu', [value]);
      else if (activation === 'Prelu') {
        value = graph.node('PRelu', [value, present(perChannel(present(input(next++).constant)))]);
      } else throw new Error(`The activation ${activation} of ${node.name} is not known here`);
    }
    return { channelsSecond: value };
  }

  const inputInfos = Object.values(signature.inputs);
  function inputDims(name: string) {
    const info = inputInfos.find((tensor) => bareName(tensor.name) === name);
    return present(info).tensorShape.dim.map(({ size }) => (size < 0 ? 'n' : size));
  }

  for (const { name, tensorShape } of Object.values(signature.outputs)) {
    const dims = tensorShape.dim.map(({ size }, index) => (size < 0 || index === 0 ? 'n' : size));
    graph.output(channelsLast(valueOf(name)), `${bareName(name)}:out`, dims);
  }
  return graph.end();
}

/** `^name` only orders events; `name:0` is the first output of a node. */
function bareName(reference: string): string {
  return reference.replace(/^\^/, '').replace(/:0$/, '');
}

function present<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('The graph is not one of those that can be converted');
  return value;
}

function numbers(node: TfNode, name: string): number[] {
  const attribute = list.safeParse(node.attr[name]);
  return attribute.data?.list.i ?? [];
}

/** Texts are in base64. */
function texts(node: TfNode, name: string): string[] {
  const attribute = list.safeParse(node.attr[name]);
  return (attribute.data?.list.s ?? []).map((text) => Buffer.from(text, 'base64').toString('utf8'));
}

/** Height and width of an attribute over [batch, height, width, channels]. */
function spatial(node: TfNode, name: string): number[] {
  const [, height = 1, width = 1] = numbers(node, name);
  return [height, width];
}

function padding(node: TfNode): Readonly<Record<string, Attribute>> {
  const kind = z.object({ s: z.base64() }).parse(node.attr.padding).s;
  const word = Buffer.from(kind, 'base64').toString('utf8');
  if (word === 'SAME') return { auto_pad: 'SAME_UPPER' };
  if (word === 'VALID') return {};
  const [, , top = 0, bottom = 0, left = 0, right = 0] = numbers(node, 'explicit_paddings');
  return { pads: [top, left, bottom, right] };
}
