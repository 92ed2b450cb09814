import { names, type Origin } from './origin.js';

export const EASTERN_ORIGINS: Origin[] = [
  {
    weight: 7,
    girls: names(`Jiayi, Lihua, Meiling, Ruoxi, Shuyi, Xinyi, Xue, Yawen, Yutong, Zihan`),
    boys: names(`Bowen, Haoran, Jiahao, Junjie, Minghao, Tianyu, Weijie, Xiaoming, Yichen, Zixuan`),
    surnames:
      names(`Chen, Deng, Feng, Guo, Huang, Li, Lin, Liu, Lü, Ouyang, Qiu, Sun, Wang, Wu, Xu, Yang, Zhang,
      Zheng, Zhou`),
    retainsName: 0.9,
  },
  {
    weight: 4,
    girls: names(`Da-eun, Eun-ji, Ha-rin, Ji-woo, Min-seo, Seo-yeon, Soo-ah, Yu-na`),
    boys: names(`Do-yun, Hyun-woo, Ji-ho, Jun-seo, Min-jun, Seung-ho, Si-woo, Tae-yang`),
    surnames: names(`Bae, Choi, Han, Jang, Kang, Kim, Lee, Park, Ryu, Seo, Yoon`),
    retainsName: 0.92,
  },
  {
    weight: 3,
    girls: names(`Aoi, Haruka, Hinata, Kōko, Mei, Rin, Sakura, Yūna`),
    boys: names(`Haruto, Itsuki, Kaito, Ren, Riku, Shō, Yūto, Yōsuke`),
    surnames: names(`Fujimoto, Hayashi, Inoue, Katō, Kobayashi, Nakamura, Ōno, Satō, Tanabe, Yamashita`),
    retainsName: 0.1,
  },
  {
    weight: 5,
    girls: names(`Bảo Anh, Diễm, Hạnh, Kim Ngân, Linh, Minh Châu, Ngọc, Phương, Thảo, Yến`),
    boys: names(`Bình, Đức, Hoàng, Khôi, Long, Minh, Nam, Quân, Tuấn, Việt`),
    surnames: names(`Bùi, Đặng, Đỗ, Hồ, Huỳnh, Lê, Ngô, Nguyễn, Phạm, Phan, Trần, Vũ`),
    retainsName: 0.9,
  },
  {
    weight: 8,
    girls:
      names(`Aadhya, Anjali, Diya, Fatima, Gauri, Isha, Jhanvi, Kavya, Lakshmi, Meera, Nandini, Priya, Saanvi,
      Tanvi, Zara`),
    boys: names(`Aarav, Arjun, Dev, Farhan, Ishaan, Kabir, Manav, Nikhil, Pranav, Rohan, Sai, Tariq, Varun, Vihaan,
      Yash`),
    surnames: names(`Agarwal, Banerjee, Chaudhry, D'Souza, Desai, Fernando, Ghosh, Gupta, Iyer, Joshi, Kapoor,
      Mehta, Nair, Patel, Qureshi, Raman, Reddy, Siddiqui, Singh/Kaur, Subramaniam, Venkataraman`),
    retainsName: 0.4,
  },
  {
    weight: 6,
    girls: names(`Aisha, Amal, Dalal, Hanan, Jumana, Layla, Maryam, Noor, Rania, Salma, Shahd, Yasmin`),
    boys: names(`Abd al-Rahman, Adnan, Bilal, Faris, Hamza, Idris, Karim, Mustafa, Nabil, Omar, Sami, Yusuf`),
    surnames:
      names(`Abu Khalil, al-Amin, al-Hashimi, Ben Youssef, Darwish, El Mansouri, Haddad, Ibrahim, Khoury,
      Mahfouz, Nasser, Saleh, Shaheen, Zaydan`),
    retainsName: 0.85,
  },
  {
    weight: 3,
    girls: names(`Ayşe, Defne, Elif, Gülşen, Işıl, Nazlı, Şirin, Zeynep`),
    boys: names(`Çağan, Deniz, Emre, Efe, İlker, Kağan, Ömer, Yiğit`),
    surnames: names(`Aydın, Çelik, Demirtaş, Güneş, Kılıç, Öztürk, Şahin, Yıldırım`),
    retainsName: 0.3,
  },
  {
    weight: 5,
    girls: names(`Alina, Darya, Kateryna, Ksenia, Lesya, Nadia, Oksana, Polina, Sofiya, Yeva, Zlata`),
    boys: names(`Andriy, Bohdan, Danylo, Fyodor, Ilya, Maksym, Mykola, Pyotr, Taras, Timofey, Yuriy`),
    surnames:
      names(`Bondarenko, Gorbachevsky/Gorbachevska, Ivanov/Ivanova, Kovalenko, Kravchuk, Lebedev/Lebedeva,
      Melnyk, Orlov/Orlova, Petrenko, Sokolov/Sokolova, Shevchuk, Volkov/Volkova`),
    retainsName: 0.2,
  },
  {
    weight: 5,
    girls: names(`Agnieszka, Božena, Eliška, Iga, Jadwiga, Kinga, Ludmiła, Małgorzata, Světlana, Zuzana`),
    boys: names(`Bartłomiej, Čeněk, Jędrzej, Kacper, Łukasz, Mikołaj, Ondřej, Stanisław, Šimon, Wojciech`),
    surnames:
      names(`Dąbrowski/Dąbrowska, Dvořák/Dvořáková, Górski/Górska, Grabowski/Grabowska, Jabłoński/Jabłońska,
      Kowalczyk, Novák/Nováková, Svoboda/Svobodová, Wójcik, Zieliński/Zielińska, Żak`),
    retainsName: 0.15,
  },
];

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
    retainsName: 0.3,
    bothSurnames: 0.1,
  },
  {
    weight: 4,
    girls: names(`Almaz, Amina, Desta, Hodan, Kidist, Makena, Nyambura, Selam, Wanjiru, Zahra`),
    boys: names(`Abdi, Bekele, Dawit, Kamau, Liban, Mwangi, Otieno, Tesfaye, Yonas, Zerihun`),
    surnames: names(
      `Abebe, Farah, Gebremariam, Haile, Kariuki, Mohamud, Mutua, Njoroge, Ochieng, Tadesse, Warsame`,
    ),
    retainsName: 0.8,
  },
  {
    weight: 2,
    girls: names(`Alani, Anahera, Hōkū, Kalea, Leilani, Māhealani, Ngaio, Sina`),
    boys: names(`Ikaika, Kāne, Keoni, Manu, Nikora, Sione, Tāne, Wiremu`),
    surnames: names(`Fa'asavalu, Kahananui, Kealoha, Ka'ahumanu, Ngata, Tuilagi, Tūhoe, Vaipulu`),
    retainsName: 0.3,
  },
  {
    weight: 3,
    girls: names(`Adina, Ayelet, Esther, Hadassah, Miriam, Noa, Shoshana, Talia, Tzipporah, Yael`),
    boys: names(`Amos, Avi, Eitan, Ephraim, Gideon, Levi, Moshe, Nadav, Shimon, Yosef`),
    surnames: names(
      `Abramov, Ben-David, Bar-Levi, Feldman, Katz, Lieberman, Mizrahi, Rosenthal, Shapira, Zilberman`,
    ),
    retainsName: 0.35,
    bothSurnames: 0.1,
  },
  {
    weight: 3,
    girls: names(`Anahit, Golnaz, Lusine, Mahsa, Nare, Parisa, Shirin, Yeva`),
    boys: names(`Aram, Arash, Davit, Hovhannes, Kian, Kourosh, Narek, Siavash`),
    surnames: names(
      `Ahmadi, Ebrahimi, Farrokhzad, Hakobyan, Hosseini, Manukyan, Petrosyan, Sargsyan, Tehrani`,
    ),
    retainsName: 0.7,
  },
];

export const WESTERN_ORIGINS: Origin[] = [
  {
    weight: 26,
    girls:
      names(`Amelia, Charlotte, Clara, Daisy, Eleanor, Emma, Grace, Harper, Hazel, Imogen, Josephine, Lucy,
      Mabel, Nora, Olivia, Paige, Quinn, Rose, Ruby, Sadie, Tessa, Violet, Willa, Zoe`),
    boys: names(`Arthur, Asher, Benjamin, Caleb, Declan, Eli, Ezra, Finn, Gus, Henry, Isaac, Jack, Jasper, Leo,
      Miles, Noah, Oliver, Owen, Rowan, Sam, Theo, Walter, Wyatt, Zach`),
    surnames: names(`Abbott, Barlow, Bennett, Caldwell, Carver, Dawson, Ellery, Fairbanks, Fletcher, Garrison,
      Hale, Hathaway, Holloway, Keene, Langley, Marlow, Merrill, Norwood, Osgood, Pemberton, Prescott, Quimby,
      Radcliffe, Sawyer, Sterling, Thatcher, Underhill, Wainwright, Whitcomb, Yardley`),
    retainsName: 0.3,
    bothSurnames: 0.06,
  },
  {
    weight: 6,
    girls: names(`Aoife, Bríd, Ciara, Éabha, Fiadh, Gráinne, Maeve, Niamh, Orla, Róisín, Saoirse, Siobhán`),
    boys: names(
      `Aidan, Cathal, Cillian, Conor, Diarmuid, Eoin, Fionn, Lorcan, Oisín, Pádraig, Ruairí, Tadhg`,
    ),
    surnames:
      names(`Brennan, Byrne, D'Arcy, Fitzgerald, Gallagher, Kavanagh, MacMahon, McGrath, Ní Dhomhnaill,
      O'Brien, O'Callaghan, O'Dwyer, O'Rourke, O'Sullivan, Quinlan, Tierney`),
    retainsName: 0.4,
  },
  {
    weight: 14,
    girls:
      names(`Abril, Camila, Catalina, Dulce, Elena, Inés, Itzel, Julieta, Lucía, Luz, Marisol, Noemí, Paloma,
      Renata, Sofía, Valentina, Ximena, Yesenia`),
    boys: names(`Adrián, Alejandro, Andrés, Ángel, César, Diego, Emiliano, Héctor, Iván, Javier, Joaquín, José Luis,
      Mateo, Nicolás, Rafael, Santiago, Sebastián, Tomás`),
    surnames: names(`Aguilar, Álvarez, Castañeda, Cruz, de la Cruz, Delgado, Espinoza, Fuentes, Gómez, Guzmán,
      Hernández, Ibáñez, Juárez, Luján, Marín, Muñoz, Núñez, Ordóñez, Peña, Quiñones, Ramírez, Salazar, Treviño,
      Vásquez, Yáñez, Zamora`),
    retainsName: 0.85,
    bothSurnames: 0.45,
  },
  {
    weight: 4,
    girls: names(`Adélaïde, Anaïs, Camille, Chloé, Élise, Éloïse, Inès, Léa, Margaux, Océane, Solène, Zoé`),
    boys: names(
      `Antoine, Aurèle, Baptiste, Émile, Étienne, Gaël, Jérôme, Loïc, Mathéo, Noël, Rémi, Théophile`,
    ),
    surnames:
      names(`Beaulieu, Bélanger, Côté, D'Amours, Desjardins, Dubé, Gagné, L'Heureux, Lévesque, Paquette,
      Saint-Pierre, Thériault`),
    retainsName: 0.6,
    bothSurnames: 0.2,
  },
  {
    weight: 5,
    girls:
      names(`Annika, Åsa, Britta, Elke, Freya, Friederike, Greta, Ingrid, Jördis, Käthe, Liv, Maren, Sigrún,
      Solveig, Tuuli`),
    boys: names(`Anders, Bjørn, Emil, Friedrich, Göran, Håkon, Jannik, Jörg, Kai, Lars, Matthias, Mikko, Rasmus,
      Søren, Tjark`),
    surnames: names(`Bergström, Bäcker, Dahl, Eriksen, Groß, Hämäläinen, Jørgensen, Köhler, Lindqvist, Møller,
      Nyström, Østergaard, Schäfer, Schröder, Thorvaldsen, van den Berg, von Allmen, Weiß`),
    retainsName: 0.4,
    bothSurnames: 0.08,
  },
  {
    weight: 4,
    girls: names(`Beatriz, Conceição, Flávia, Inês, Isadora, Joana, Luíza, Mafalda, Rafaela, Thaís`),
    boys: names(`André, Caetano, Estêvão, Gonçalo, Heitor, João, Luís, Otávio, Simão, Vinícius`),
    surnames:
      names(`Araújo, Assunção, Brandão, da Conceição, de Sá, dos Santos, Guimarães, Magalhães, Pacheco,
      Simões, Teixeira`),
    retainsName: 0.6,
    bothSurnames: 0.25,
  },
  {
    weight: 3,
    girls: names(`Bianca, Chiara, Despina, Eleni, Ginevra, Kalliope, Ludovica, Niccolina, Serafina, Zoi`),
    boys: names(`Achilleas, Dario, Fabrizio, Giosuè, Ilias, Niccolò, Odysseas, Ruggero, Stavros, Tommaso`),
    surnames:
      names(`Bellini, Dell'Orto, D'Angelo, Karagiannis, Lo Presti, Montanari, Papadakis, Stavrou, Vassallo,
      Zaccagnini`),
    retainsName: 0.6,
  },
];
