import { names, type Origin } from './origin.js';

export const SOUTHERN_ORIGINS: Origin[] = [
  {
    weight: 6,
    girls: names(
      `Abena, Adaeze, Akosua, Amara, Chiamaka, Efua, Folasade, Ifeoma, Ngozi, Titilayo, Yaa, Zainab`,
    ),
    boys: names(`Adebayo, Chidi, Emeka, Femi, Kofi, Kwabena, Kwame, Obinna, Olúmìdé, Tunde, Uche, Yaw`),
    surnames:
      names(`Acheampong, Adeyemi, Agyeman, Asante, Balogun, Boateng, Eze, Mensah, Nwosu, Ogunleye, Okafor,
      Okonkwo, Owusu, Quartey`),
    keepsName: 0.3,
    bothSurnames: 0.1,
  },
  {
    weight: 4,
    girls: names(`Almaz, Amina, Desta, Hodan, Kidist, Makena, Nyambura, Selam, Wanjiru, Zahra`),
    boys: names(`Abdi, Bekele, Dawit, Kamau, Liban, Mwangi, Otieno, Tesfaye, Yonas, Zerihun`),
    surnames: names(
      `Abebe, Farah, Gebremariam, Haile, Kariuki, Mohamud, Mutua, Njoroge, Ochieng, Tadesse, Warsame`,
    ),
    keepsName: 0.8,
  },
  {
    weight: 2,
    girls: names(`Alani, Anahera, Hōkū, Kalea, Leilani, Māhealani, Ngaio, Sina`),
    boys: names(`Ikaika, Kāne, Keoni, Manu, Nikora, Sione, Tāne, Wiremu`),
    surnames: names(`Fa'asavalu, Kahananui, Kealoha, Ka'ahumanu, Ngata, Tuilagi, Tūhoe, Vaipulu`),
    keepsName: 0.3,
  },
  {
    weight: 3,
    girls: names(`Adina, Ayelet, Esther, Hadassah, Miriam, Noa, Shoshana, Talia, Tzipporah, Yael`),
    boys: names(`Amos, Avi, Eitan, Ephraim, Gideon, Levi, Moshe, Nadav, Shimon, Yosef`),
    surnames: names(
      `Abramov, Ben-David, Bar-Levi, Feldman, Katz, Lieberman, Mizrahi, Rosenthal, Shapira, Zilberman`,
    ),
    keepsName: 0.35,
    bothSurnames: 0.1,
  },
  {
    weight: 3,
    girls: names(`Anahit, Golnaz, Lusine, Mahsa, Nare, Parisa, Shirin, Yeva`),
    boys: names(`Aram, Arash, Davit, Hovhannes, Kian, Kourosh, Narek, Siavash`),
    surnames: names(
      `Ahmadi, Ebrahimi, Farrokhzad, Hakobyan, Hosseini, Manukyan, Petrosyan, Sargsyan, Tehrani`,
    ),
    keepsName: 0.7,
  },
];
