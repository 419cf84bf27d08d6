import { describe, expect, it } from 'vitest';
import { agreeOnSpelling } from '../../src/adapters/native/agree-on-spelling.ts';

const sure = (text: string) => ({ text, confidence: 0.95 });

describe('two readings of a line', () => {
  it('give its marks and spaces when they agree on every letter', () => {
    expect(agreeOnSpelling('SAOLOURENCO', sure('SÃO LOURENÇO')).text).toBe('SÃO LOURENÇO');
    expect(agreeOnSpelling('Givennames', sure('Given names ')).text).toBe('Given names');
    expect(agreeOnSpelling('07APR2025', sure('07 APR 2025')).text).toBe('07 APR 2025');
  });

  it('leave the first one when they differ in a single letter or digit', () => {
    expect(agreeOnSpelling('WVFV6NB1V', sure('WVFVENB1V')).text).toBe('WVFV6NB1V');
    expect(agreeOnSpelling('MUNOZ', sure('MUÑOS')).text).toBe('MUNOZ');
    expect(agreeOnSpelling('MUNOZ', sure('MUÑO')).text).toBe('MUNOZ');
    expect(agreeOnSpelling('MUNOZ', sure('')).text).toBe('MUNOZ');
  });

  it('give spaces but no marks when the second is not sure', () => {
    expect(agreeOnSpelling('JOSEMARIA', { text: 'JOSÉ MARÍA', confidence: 0.6 }).text).toBe('JOSE MARIA');
  });

  it('keep the first one’s capitals, and the marks that it saw itself', () => {
    expect(agreeOnSpelling('CONCEICAO', sure('CONCEIçãO')).text).toBe('CONCEIÇÃO');
    expect(agreeOnSpelling('Müller', sure('Muller')).text).toBe('Müller');
    expect(agreeOnSpelling('Müller', sure('Múller')).text).toBe('Müller');
  });
});
