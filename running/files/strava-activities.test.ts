import { describe, expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { defaultLimits } from './limits.ts';
import { parseStravaActivities, parseStravaDate } from './strava-activities.ts';

describe('a table', () => {
  test('has values in quotes, with commas, quotes and lines inside them', () => {
    const rows = [...parseCsv('\uFEFFa,b,c\r\n1,"x, ""y""\nz",\n\n"only"\n', 1000)];
    expect(rows).toEqual([['a', 'b', 'c'], ['1', 'x, "y"\nz', ''], ['only']]);
  });

  test('that never closes a quotation mark, or has an endless row, is refused', () => {
    expect(() => [...parseCsv('a,"b', 1000)]).toThrow(/never closed/);
    expect(() => [...parseCsv('x'.repeat(2000), 1000)]).toThrow(/too long/);
  });
});

describe('a date of Strava', () => {
  test.each([
    ['Mar 5, 2019, 6:12:45 PM', '2019-03-05T18:12:45.000Z'],
    ['Mar 5, 2019, 12:00:00\u202fAM', '2019-03-05T00:00:00.000Z'],
    ['5 Mar 2019, 18:12:45', '2019-03-05T18:12:45.000Z'],
    ['2019-03-05 18:12:45', '2019-03-05T18:12:45.000Z'],
  ])('%s', (text, iso) => expect(new Date(parseStravaDate(text)).toISOString()).toBe(iso));

  test.each(['', 'yesterday', 'Foo 5, 2019, 6:12:45 PM', '05.03.2019, 18:12:45'])('%j is none', (text) => {
    expect(parseStravaDate(text)).toBeNaN();
  });
});

const english =
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed,Elevation Gain';
const row =
  '77,"Mar 5, 2019, 6:12:45 PM",Evening Run,Run,,1830,5.01,,,false,,Blue shoes,activities/77.fit.gz,,,1830.0,1800.0,5012.3,,,42.5';

describe('activities.csv', () => {
  test('has name, gear, file and exact totals of each activity', () => {
    expect(parseStravaActivities(`${english}\n${row}\n`, defaultLimits)).toEqual([
      {
        id: '77',
        start: Date.parse('2019-03-05T18:12:45Z'),
        name: 'Evening Run',
        type: 'Run',
        notes: '',
        gear: 'Blue shoes',
        file: 'activities/77.fit.gz',
        metres: 5012.3,
        elapsed: 1830,
        moving: 1800,
        gain: 42.5,
      },
    ]);
  });

  test('is understood in other languages by the places of its columns', () => {
    const german = english
      .replaceAll('Distance', 'Distanz')
      .replaceAll('Filename', 'Dateiname')
      .replaceAll('Activity', 'Aktivität');
    const [run] = parseStravaActivities(`${german}\n${row.replace(',Run,', ',Lauf,')}`, defaultLimits);
    expect(run).toMatchObject({
      type: 'Lauf',
      file: 'activities/77.fit.gz',
      metres: 5012.3,
      gear: 'Blue shoes',
    });
    const [unknown] = parseStravaActivities(`${german}\n${row.replace(',Run,', ',ラン,')}`, defaultLimits);
    expect(unknown?.type).toBe('');
  });
});
