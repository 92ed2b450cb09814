export const CATEGORIES = [
  { name: 'School News', color: '#1F6FB2' },
  { name: 'Events', color: '#2E8B57' },
  { name: 'Athletics', color: '#C8501E' },
  { name: 'Arts & Music', color: '#8E44AD' },
  { name: 'Forms', color: '#7A5C2E' },
  { name: 'Policies', color: '#4A5568' },
  { name: 'Health & Safety', color: '#B83280' },
  { name: 'Parents’ Association', color: '#D69E2E' },
];

export const ALDER_FALLS_DETAILS = {
  title: 'About Alder Falls School',
  description: `Alder Falls School has stood above the weir since 1921: kindergarten to grade 12, about four hundred students, one kitchen and far too many bicycles.

Doors open at 7:40, lessons begin at 8:10 and end at 3:05. After-school care is in the library until 5:30.
To report an absence, write to attendance@alder-falls.example or call (802) 555-0100 before 8:30.

In deep snow we decide by 5:45 in the morning and post a notice here first.`,
};

export const ALDER_MONTESSORI_DETAILS = {
  title: 'Alder Montessori at a glance',
  description: `Three rooms, one garden, two hens. Children arrive between 8:00 and 8:30 and are collected by 2:45.

Please bring indoor shoes, and a coat for every weather that is forecast.`,
};

export const LINDENFELD_DETAILS = {
  title: 'Die Internationale Schule Lindenfeld',
  description: `Unterricht auf Deutsch und Englisch, von der ersten Klasse bis zum Abschluss. Schulbeginn ist um 8:15 Uhr.

Krankmeldungen bitte bis 8:00 Uhr an sekretariat@lindenfeld.example.`,
};
