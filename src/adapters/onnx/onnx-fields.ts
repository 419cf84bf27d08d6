/** Field numbers of onnx.proto, and its codes for element and attribute types. */
export const fields = {
  model: { irVersion: 1, producer: 2, graph: 7, operatorSets: 8 },
  operatorSet: { domain: 1, version: 2 },
  graph: { nodes: 1, name: 2, tensors: 5, inputs: 11, outputs: 12 },
  node: { inputs: 1, outputs: 2, name: 3, operator: 4, attributes: 5 },
  attribute: { name: 1, float: 2, integer: 3, text: 4, tensor: 5, integers: 8, type: 20 },
  tensor: { dims: 1, elementType: 2, floats: 4, name: 8, rawData: 9 },
  value: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { elementType: 1, shape: 2 },
  shape: { dims: 1 },
  dimension: { size: 1, name: 2 },
} as const;
export const elementTypes = { float32: 1, int64: 7 } as const;
export const attributeTypes = { float: 1, integer: 2, text: 3, tensor: 4, integers: 7 } as const;
