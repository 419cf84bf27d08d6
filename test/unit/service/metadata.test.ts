import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { findMetadataFaults, reservedMetadataOf } from '../../../src/domain/verifications/metadata.ts';

const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { inner: nested(levels - 1) });
const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe('metadata', () => {
  it('accepts any nested JSON of the host, and its reserved keys', () => {
    const metadata = {
      buttonColor: '#1a2B3c',
      buttonTextColor: '#FFFFFF',
      fixedLanguage: 'th',
      regularFont: 'Inter Regular.ttf',
      boldFont: 'https://cdn.example/bold.otf',
      identityId: newId('identity'),
      encryptionConfigurationId: newId('encryptionConfiguration'),
      order: { lines: [{ sku: 'a', count: 2, gift: null }] },
    };
    expect(findMetadataFaults(metadata)).toEqual([]);
    const { order: _order, ...reserved } = metadata;
    expect(reservedMetadataOf(metadata)).toEqual(reserved);
  });

  it.each([
    ['buttonColor', 'red', 'metadata.not_a_colour'],
    ['buttonColor', '#12345', 'metadata.not_a_colour'],
    ['buttonTextColor', 7, 'metadata.not_a_colour'],
    ['fixedLanguage', 'pt-BR', 'metadata.unknown_language'],
    ['regularFont', 'font.woff', 'metadata.not_a_font'],
    ['boldFont', '../bold.ttf', 'metadata.not_a_font'],
    ['boldFont', 'http://cdn.example/bold.ttf', 'metadata.not_a_font'],
    ['boldFont', 'javascript:alert(1)', 'metadata.not_a_font'],
    ['identityId', newId('verification'), 'metadata.not_an_identity_id'],
    ['identityId', null, 'metadata.not_an_identity_id'],
    ['encryptionConfigurationId', '', 'metadata.not_an_encryption_configuration_id'],
  ])('points to %s when it is %j', (key, value, code) => {
    expect(findMetadataFaults({ [key]: value, other: 1 })).toMatchObject([{ pointer: `/${key}`, code }]);
  });

  it('names every faulty key at once', () => {
    const faults = findMetadataFaults({ buttonColor: 'red', fixedLanguage: 'xx' });
    expect(faults.map((fault) => fault.pointer)).toEqual(['/buttonColor', '/fixedLanguage']);
  });

  it('ignores keys that only the prototype has', () => {
    expect(findMetadataFaults(JSON.parse('{"__proto__": {"buttonColor": "red"}}') as Record<string, unknown>)).toEqual(
      [],
    );
  });

  it('accepts 8 levels and refuses 9, counting lists', () => {
    expect(findMetadataFaults(nested(8))).toEqual([]);
    expect(findMetadataFaults(nested(9))).toMatchObject([{ pointer: '', code: 'metadata.too_deep' }]);
    expect(findMetadataFaults({ list: [[[[[[[[]]]]]]]] })).toMatchObject([{ code: 'metadata.too_deep' }]);
  });

  it('accepts 16 KB and refuses a byte more, counting bytes of UTF-8', () => {
    expect(findMetadataFaults(sized(16_384))).toEqual([]);
    expect(findMetadataFaults(sized(16_385))).toMatchObject([{ pointer: '', code: 'metadata.too_large' }]);
    expect(findMetadataFaults({ text: 'ã'.repeat(8200) })).toMatchObject([{ code: 'metadata.too_large' }]);
  });

  it('survives nesting that would exhaust the stack', () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 200_000; level++) deep = { deep };
    expect(findMetadataFaults(deep)).toMatchObject([{ code: 'metadata.too_deep' }]);
  });
});
