import { describe, expect, test } from 'vitest';
import { measureInTurn } from '../../../src/steps/recordings/measure-in-turn.ts';

describe('pictures that are measured in turn', () => {
  test('are started one at a time, before the last one has arrived, and are reported in order', async () => {
    const begun: number[] = [];
    let at = 0;
    let most = 0;
    const readings = measureInTurn(async (picture: number) => {
      begun.push(picture);
      at += 1;
      most = Math.max(most, at);
      await new Promise((resolve) => setTimeout(resolve, 5 - picture));
      at -= 1;
      return picture * 10;
    });
    readings.add(1);
    readings.add(2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(begun).toEqual([1, 2]);
    readings.add(3);
    expect(await readings.all()).toEqual([10, 20, 30]);
    expect(most).toBe(1);
  });

  test('that cannot be measured are reported to a caller that asks for all, and break nothing before', async () => {
    const readings = measureInTurn((picture: number) =>
      picture === 2 ? Promise.reject(new Error('the model fell over')) : Promise.resolve(picture),
    );
    for (const picture of [1, 2, 3]) readings.add(picture);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(readings.all()).rejects.toThrow('the model fell over');
  });

  test('are not measured once nobody needs them', async () => {
    const begun: number[] = [];
    const readings = measureInTurn((picture: number) => {
      begun.push(picture);
      return Promise.resolve(picture);
    });
    readings.add(1);
    readings.abandon();
    readings.add(2);
    expect(await readings.all()).toEqual([]);
    expect(begun).toEqual([]);
  });
});
