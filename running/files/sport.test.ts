import { describe, expect, test } from 'vitest';
import { toFitSport, toSport } from './sport.ts';

describe('the name of a sport', () => {
  test.each([
    ...[
      'Run',
      'running',
      'trail_running',
      'Trail Run',
      'TRAIL',
      'virtual-run',
      'treadmillRunning',
      'ultra_run',
      'obstacle_run',
    ],
    ...['Race', 'Ultra', 'Ultra Trail', 'Orienteering', 'jog', 'Jogging', 'Half marathon', '9'],
    ...[
      'Lauf',
      'Laufen',
      'Waldlauf',
      'Laufband',
      'Course à pied',
      'Carrera',
      'Correr',
      'Corrida',
      'Corsa',
      'Hardlopen',
    ],
    ...[
      'Löpning',
      'Løb',
      'Løping',
      'Løpetur',
      'Juoksu',
      'Bieganie',
      'Bieg',
      'Běh',
      'Beh',
      'Futás',
      'Alergare',
      'Koşu',
    ],
    ...[
      'Trčanje',
      'Tek',
      'Jooksmine',
      'Skriešana',
      'Bėgimas',
      'Lari',
      'Chạy bộ',
      'Бег',
      'Біг',
      'Бягане',
      'Τρέξιμο',
    ],
    ...['跑步', '户外跑步', '跑歩机', '室内跑', 'ランニング', '달리기', '러닝', 'วิ่ง', 'ריצה', 'الجري', 'दौड़'],
  ])('%s is a run', (name) => expect(toSport(name)).toBe('run'));

  test.each([
    ...[
      'ski run',
      'Bike race',
      'Skilanglauf',
      'Eislaufen',
      'Ride',
      'Virtual Ride',
      'Mountain Bike Race',
      'Walk',
    ],
    ...['Trail Hiking', 'Race walking', 'ultra-cycling'],
    ...[
      'Hike',
      'Yoga',
      'Swim',
      'Rowing',
      'cross_country_skiing',
      '滑雪',
      '骑行',
      'トレーニング中の自転車',
      '1',
      'Brunch',
    ],
  ])('%s is none', (name) => expect(toSport(name)).toBe('other'));

  test.each([
    'Other',
    'generic',
    'fitness_equipment',
    'fitnessEquipment',
    'training',
    'Workout',
    'multisport',
  ])('%s may be one', (name) => expect(toSport(name)).toBe('maybe'));

  test('that is missing is not known', () => {
    expect(toSport('  ')).toBe('unknown');
  });
});

test.each([
  ['running', 'generic', 'run', 'running'],
  ['running', 'track', 'run', 'running'],
  ['fitnessEquipment', 'treadmill', 'run', 'treadmill'],
  ['fitnessEquipment', 'indoorRowing', 'other', 'indoor rowing'],
  ['training', 'strengthTraining', 'other', 'strength training'],
  ['training', 'generic', 'maybe', 'training'],
  ['generic', '', 'maybe', 'generic'],
  ['generic', 'lapSwimming', 'other', 'lap swimming'],
  ['cycling', 'treadmill', 'other', 'cycling'],
  ['', '', 'unknown', ''],
])('FIT: %s and %s is %s', (sport, kind, expected, sportName) => {
  expect(toFitSport(sport, kind)).toEqual({ sport: expected, sportName });
});
