import { describe, expect, it } from '@jest/globals';
import { aSchool } from '../../support/school.factory.js';
import { GeocoderStub } from '../../support/stubs/geocoder-stub.js';
import { startTestApp } from '../../support/test-app.js';

async function latitudeWith(geocoderUrl: string | null): Promise<unknown> {
  const t = await startTestApp({ geocoderUrl });
  try {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ latitude: null, longitude: null });
    const { status, body } = await t.api.get(`/students/${ada.id}`, { token: (await school.admin()).token });
    expect([status, body.name]).toEqual([200, 'Ada Park']);
    return body.latitude;
  } finally {
    await t.close();
  }
}

describe('GET /students/:studentId, without a geocoder', () => {
  it('answers without coordinates when none is configured', async () => {
    expect(await latitudeWith(null)).toBeNull();
  });

  it('answers without coordinates when nobody listens', async () => {
    const gone = await GeocoderStub.start();
    const { url } = gone;
    await gone.stop();
    expect(await latitudeWith(url)).toBeNull();
  });
});
