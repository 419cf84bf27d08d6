/** The part of libheif's JavaScript interface that we call; libheif-js describes its C functions only. */
export interface Libheif {
  ready: Promise<unknown>;
  HeifDecoder: new () => HeifDecoder;
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown };
  /** An error has a code and no channels. */
  heif_js_decode_image2(handle: unknown, colorspace: unknown, chroma: unknown): Promise<{ channels?: HeifPlane[] }>;
}

export interface HeifDecoder {
  /** Reads the file's boxes. Empty when it is no HEIF file. */
  decode(file: Uint8Array): HeifImage[];
}

interface HeifImage {
  handle: unknown;
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
}

/** Interleaved pixels; `stride` is the length of a row in bytes. */
export interface HeifPlane {
  data: Uint8Array;
  width: number;
  height: number;
  stride: number;
}
