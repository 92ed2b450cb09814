import { names, type Origin } from './origin.js';

export const EASTERN_ORIGINS: Origin[] = [
  {
    weight: 7,
    girls: names(`Jiayi, Lihua, Meiling, Ruoxi, Shuyi, Xinyi, Xue, Yawen, Yutong, Zihan`),
    boys: names(`Bowen, Haoran, Jiahao, Junjie, Minghao, Tianyu, Weijie, Xiaoming, Yichen, Zixuan`),
    surnames:
      names(`Chen, Deng, Feng, Guo, Huang, Li, Lin, Liu, Lü, Ouyang, Qiu, Sun, Wang, Wu, Xu, Yang, Zhang,
      Zheng, Zhou`),
    keepsName: 0.9,
  },
  {
    weight: 4,
    girls: names(`Da-eun, Eun-ji, Ha-rin, Ji-woo, Min-seo, Seo-yeon, Soo-ah, Yu-na`),
    boys: names(`Do-yun, Hyun-woo, Ji-ho, Jun-seo, Min-jun, Seung-ho, Si-woo, Tae-yang`),
    surnames: names(`Bae, Choi, Han, Jang, Kang, Kim, Lee, Park, Ryu, Seo, Yoon`),
    keepsName: 0.92,
  },
  {
    weight: 3,
    girls: names(`Aoi, Haruka, Hinata, Kōko, Mei, Rin, Sakura, Yūna`),
    boys: names(`Haruto, Itsuki, Kaito, Ren, Riku, Shō, Yūto, Yōsuke`),
    surnames: names(`Fujimoto, Hayashi, Inoue, Katō, Kobayashi, Nakamura, Ōno, Satō, Tanabe, Yamashita`),
    keepsName: 0.1,
  },
  {
    weight: 5,
    girls: names(`Bảo Anh, Diễm, Hạnh, Kim Ngân, Linh, Minh Châu, Ngọc, Phương, Thảo, Yến`),
    boys: names(`Bình, Đức, Hoàng, Khôi, Long, Minh, Nam, Quân, Tuấn, Việt`),
    surnames: names(`Bùi, Đặng, Đỗ, Hồ, Huỳnh, Lê, Ngô, Nguyễn, Phạm, Phan, Trần, Vũ`),
    keepsName: 0.9,
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
    keepsName: 0.4,
  },
  {
    weight: 6,
    girls: names(`Aisha, Amal, Dalal, Hanan, Jumana, Layla, Maryam, Noor, Rania, Salma, Shahd, Yasmin`),
    boys: names(`Abd al-Rahman, Adnan, Bilal, Faris, Hamza, Idris, Karim, Mustafa, Nabil, Omar, Sami, Yusuf`),
    surnames:
      names(`Abu Khalil, al-Amin, al-Hashimi, Ben Youssef, Darwish, El Mansouri, Haddad, Ibrahim, Khoury,
      Mahfouz, Nasser, Saleh, Shaheen, Zaydan`),
    keepsName: 0.85,
  },
  {
    weight: 3,
    girls: names(`Ayşe, Defne, Elif, Gülşen, Işıl, Nazlı, Şirin, Zeynep`),
    boys: names(`Çağan, Deniz, Emre, Efe, İlker, Kağan, Ömer, Yiğit`),
    surnames: names(`Aydın, Çelik, Demirtaş, Güneş, Kılıç, Öztürk, Şahin, Yıldırım`),
    keepsName: 0.3,
  },
  {
    weight: 5,
    girls: names(`Alina, Darya, Kateryna, Ksenia, Lesya, Nadia, Oksana, Polina, Sofiya, Yeva, Zlata`),
    boys: names(`Andriy, Bohdan, Danylo, Fyodor, Ilya, Maksym, Mykola, Pyotr, Taras, Timofey, Yuriy`),
    surnames:
      names(`Bondarenko, Gorbachevsky/Gorbachevska, Ivanov/Ivanova, Kovalenko, Kravchuk, Lebedev/Lebedeva,
      Melnyk, Orlov/Orlova, Petrenko, Sokolov/Sokolova, Shevchuk, Volkov/Volkova`),
    keepsName: 0.2,
  },
  {
    weight: 5,
    girls: names(`Agnieszka, Božena, Eliška, Iga, Jadwiga, Kinga, Ludmiła, Małgorzata, Světlana, Zuzana`),
    boys: names(`Bartłomiej, Čeněk, Jędrzej, Kacper, Łukasz, Mikołaj, Ondřej, Stanisław, Šimon, Wojciech`),
    surnames:
      names(`Dąbrowski/Dąbrowska, Dvořák/Dvořáková, Górski/Górska, Grabowski/Grabowska, Jabłoński/Jabłońska,
      Kowalczyk, Novák/Nováková, Svoboda/Svobodová, Wójcik, Zieliński/Zielińska, Żak`),
    keepsName: 0.15,
  },
];
