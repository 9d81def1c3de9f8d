import type { Role } from '#domain/roles.ts'

/** Names, wards and people of the demonstration. Everybody here is invented. */
export const firstNames = {
  female: [
    'Amelia',
    'Priya',
    'Sian',
    'Fatima',
    'Grace',
    'Olivia',
    'Chloe',
    'Zainab',
    'Maria',
    'Hannah',
    'Éilis',
    'Mei',
    'Ngozi',
    'Agnieszka',
    'Ruth',
    'Jasmine',
    'Margaret',
    'Dorothy',
    'Leila',
    'Beatrice',
  ],
  male: [
    'Oliver',
    'Tomasz',
    'Kwame',
    'Mohammed',
    'Harry',
    'George',
    'Rhys',
    'Imran',
    'Luca',
    'Daniel',
    'Femi',
    'Wei',
    'Stanisław',
    'Arthur',
    'Dewi',
    'Callum',
    'Raj',
    'Peter',
    'Noah',
    'Ibrahim',
  ],
} as const
export const lastNames = [
  'Smith',
  'Patel',
  'Jones',
  'Okafor',
  'Khan',
  'Williams',
  'O’Brien',
  'Nowak',
  'MacDonald',
  'Taylor',
  'Singh',
  'Evans',
  'Abara',
  'Hughes',
  'Chen',
  'Begum',
  'Davies',
  'Walker',
  'de Souza',
  'Fitzgerald',
  'Thompson',
  'Rahman',
  'Wright',
  'Kowalski',
  'Green',
  'Adeyemi',
  'Hall',
  'Lewis-Carter',
  'Murphy',
  'Ahmed',
  'Bennett',
  'Éclair',
  'Price',
  'Ferguson-Montgomery-Hawthorne',
  'Roberts',
  'Yilmaz',
  'Cooper',
  'Ward',
  'Bailey',
  'Mbeki',
] as const
export const streets = [
  'Station Road',
  'Church Lane',
  'Victoria Street',
  'Mill Lane',
  'The Crescent',
  'Park Avenue',
  'Orchard Close',
  'High Street',
  'Bridge Street',
  'Elm Grove',
] as const
export const towns = [
  { town: 'Northbury', county: 'Westshire', outward: 'NB1' },
  { town: 'Ashford Vale', county: 'Westshire', outward: 'NB4' },
  { town: 'Kingsmere', county: 'Eastfold', outward: 'KM2' },
  { town: 'Little Haven', county: 'Eastfold', outward: 'KM7' },
  { town: 'Redcliffe Bay', county: 'Southmarch', outward: 'RB3' },
] as const

export type DemoMember = {
  emailAddress: string
  firstName: string
  lastName: string
  role: Role
  jobTitle: string
  occupation: string
  isClinician?: boolean
  canSignIn?: boolean
  wards?: string[]
}
export type DemoOrganisation = {
  name: string
  odsCode: string
  code: string
  vitalType: string
  regulatoryBody: string
  clinicianTimeout: number | null
  patients: number
  requests: number
  wards: string[]
  members: DemoMember[]
  /** It is connected to the PEP of the demonstration. */
  hasPep: boolean
  /** Three of its patients have the histories that the tour tells. */
  hasStories: boolean
}

const demo = (name: string) => `${name}@demo.formward.example`

export const systemAdministrator: DemoMember = {
  emailAddress: demo('sysadmin'),
  firstName: 'Robin',
  lastName: 'Castle',
  role: 'Forms SysAdmin',
  jobTitle: 'System administrator',
  occupation: 'IT',
  canSignIn: true,
}

/** The organisations, the first being the one most demo accounts belong to. */
export const organisations: DemoOrganisation[] = [
  {
    name: 'Northbury University Hospitals',
    odsCode: 'RZ901',
    code: '901',
    vitalType: 'Acute',
    regulatoryBody: 'CQC',
    clinicianTimeout: 30,
    patients: 220,
    requests: 1_520,
    hasPep: true,
    hasStories: true,
    wards: ['Ward 4B', 'Day Surgery', 'Outpatients', 'Clinic 2', 'Maternity'],
    members: [
      {
        emailAddress: demo('orgadmin'),
        firstName: 'Helen',
        lastName: 'Marsh',
        role: 'Forms OrgAdmin',
        jobTitle: 'Forms lead',
        occupation: 'Administrator',
        canSignIn: true,
      },
      {
        emailAddress: demo('admin'),
        firstName: 'Joanna',
        lastName: 'Whitfield',
        role: 'Admin',
        jobTitle: 'Service manager',
        occupation: 'Manager',
        canSignIn: true,
        wards: ['Ward 4B', 'Day Surgery', 'Outpatients', 'Clinic 2'],
      },
      {
        emailAddress: demo('user'),
        firstName: 'Ade',
        lastName: 'Bello',
        role: 'Forms User',
        jobTitle: 'Pathway coordinator',
        occupation: 'Administrator',
        canSignIn: true,
        wards: ['Ward 4B', 'Outpatients'],
      },
      {
        emailAddress: demo('clinician'),
        firstName: 'Ravi',
        lastName: 'Menon',
        role: 'Forms User',
        jobTitle: 'Consultant anaesthetist',
        occupation: 'Doctor',
        isClinician: true,
        canSignIn: true,
        wards: ['Day Surgery'],
      },
      {
        emailAddress: demo('nurse'),
        firstName: 'Catrin',
        lastName: 'Pugh',
        role: 'User',
        jobTitle: 'Pre-assessment nurse',
        occupation: 'Nurse',
        isClinician: true,
        wards: ['Day Surgery', 'Outpatients'],
      },
      {
        emailAddress: demo('physio'),
        firstName: 'Marek',
        lastName: 'Zielinski',
        role: 'User',
        jobTitle: 'Physiotherapist',
        occupation: 'Physiotherapist',
        isClinician: true,
        wards: ['Ward 4B'],
      },
      {
        emailAddress: demo('bookings'),
        firstName: 'Shanice',
        lastName: 'Brown',
        role: 'User',
        jobTitle: 'Booking clerk',
        occupation: 'Administrator',
        canSignIn: true,
        wards: ['Outpatients'],
      },
    ],
  },
  {
    name: 'Kingsmere Community Trust',
    odsCode: 'RZ902',
    code: '902',
    vitalType: 'Community',
    regulatoryBody: 'CQC',
    clinicianTimeout: 15,
    patients: 60,
    requests: 360,
    hasPep: false,
    hasStories: false,
    wards: ['District nursing', 'Rehabilitation'],
    members: [
      {
        emailAddress: 'user@second.formward.example',
        firstName: 'Lucy',
        lastName: 'Farrow',
        role: 'Forms User',
        jobTitle: 'Team administrator',
        occupation: 'Administrator',
        canSignIn: true,
        wards: ['Rehabilitation'],
      },
      {
        emailAddress: 'admin@second.formward.example',
        firstName: 'Owen',
        lastName: 'Leigh',
        role: 'Admin',
        jobTitle: 'Operations manager',
        occupation: 'Manager',
        wards: [],
      },
    ],
  },
  {
    name: 'Redcliffe Bay Clinic',
    odsCode: 'RZ903',
    code: '903',
    vitalType: 'Independent',
    regulatoryBody: 'CQC',
    clinicianTimeout: null,
    patients: 24,
    requests: 140,
    hasPep: false,
    hasStories: false,
    wards: ['Main clinic'],
    members: [
      {
        emailAddress: 'admin@third.formward.example',
        firstName: 'Nina',
        lastName: 'Alvarez',
        role: 'Admin',
        jobTitle: 'Practice manager',
        occupation: 'Manager',
        wards: [],
      },
    ],
  },
  {
    // Nothing is in it yet, so that its admin sees the first hour of a new organisation.
    name: 'Harbour Walk Surgery',
    odsCode: 'RZ904',
    code: '904',
    vitalType: 'Independent',
    regulatoryBody: 'CQC',
    clinicianTimeout: null,
    patients: 0,
    requests: 0,
    hasPep: false,
    hasStories: false,
    wards: [],
    members: [
      {
        emailAddress: 'admin@new.formward.example',
        firstName: 'Tomos',
        lastName: 'Beddoe',
        role: 'Admin',
        jobTitle: 'Practice manager',
        occupation: 'Manager',
        canSignIn: true,
        wards: [],
      },
      {
        emailAddress: 'formsadmin@new.formward.example',
        firstName: 'Beatrix',
        lastName: 'Stott',
        role: 'Forms OrgAdmin',
        jobTitle: 'Clinical lead',
        occupation: 'Doctor',
        canSignIn: true,
        wards: [],
      },
    ],
  },
]
